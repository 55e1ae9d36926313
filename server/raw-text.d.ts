/** A file as text, included by the build. */
declare module '*?raw' {
  const text: string
  export default text
}
