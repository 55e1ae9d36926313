/** Credits the map tiles, as their licence requires, or says that they are unavailable. */
export function TileCredit({ tileUrl, isReachable }: { tileUrl: string; isReachable: boolean }) {
  return (
    <p className="text-xs text-ink-muted">
      {isReachable ? <Credit tileUrl={tileUrl} /> : 'Map background unavailable.'} Shapes: Natural Earth.
    </p>
  )
}

function Credit({ tileUrl }: { tileUrl: string }) {
  return (
    <>
      Map data ©{' '}
      <a
        className="underline"
        href="https://www.openstreetmap.org/copyright"
        rel="noreferrer"
        target="_blank"
      >
        OpenStreetMap contributors
      </a>
      {tileUrl.includes('cartocdn.com') && (
        <>
          {', '}tiles ©{' '}
          <a className="underline" href="https://carto.com/attributions" rel="noreferrer" target="_blank">
            CARTO
          </a>
        </>
      )}
      .
    </>
  )
}
