import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import { useSearchParams } from 'react-router'

import {
  ALERT_MEASURES,
  ALERT_SIDES,
  type AlertEntry,
  type AlertMeasure,
  type AlertSide,
  describeAlert,
  fieldsOf,
  isEventMeasure,
  isOnAllowedHost,
  MAX_ALERT_HOURS,
  MEASURE_LABELS,
  type NewAlert,
  NewAlertSchema,
} from '#contract/alerts.ts'
import { areaLabel, MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { RAMP_HOURS } from '#contract/forecast.ts'
import { MAX_NAME_LENGTH } from '#contract/owned-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

import { HIDDEN, readLink, readThreshold, SIDE_LABELS, withoutSecrets } from './alert-words.ts'

const AREAS = MEMBER_CODES.map((code) => ({ value: code, label: areaLabel(code), hint: code }))
const MEASURES = ALERT_MEASURES.map((measure) => ({ value: measure, label: MEASURE_LABELS[measure] }))
const SPANS = [
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'next', label: 'The next hours' },
] as const
const HOURS_LABELS: Partial<Record<AlertMeasure, string>> = {
  error: 'Within the last hours',
  late: 'By more than hours',
}
const SIDES = ALERT_SIDES.map((side) => ({ value: side, label: SIDE_LABELS[side] }))

const mw = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const hostList = new Intl.ListFormat('en-US', { type: 'disjunction' })

const typed = (value: string, onChange: (value: string) => void) => ({
  value,
  required: true,
  autoComplete: 'off',
  onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
})

const NO_LIMIT = { area: null, side: null, thresholdMw: null, hours: null }

function readRule(fields: Record<keyof NewAlert, unknown>, hosts: readonly string[]): NewAlert | string {
  const parsed = NewAlertSchema.safeParse(fields)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0]
    if (field === 'hours')
      return `Hours must be a whole number from ${fields.measure === 'ramp' ? RAMP_HOURS + 1 : 1} to ${MAX_ALERT_HOURS}.`
    if (field === 'thresholdMw') return 'The threshold must be a number of MW.'
    if (field === 'name') return `The alert needs a name of at most ${MAX_NAME_LENGTH} characters.`
    return 'The address must begin with http:// or https://.'
  }
  if (parsed.data.url.includes(HIDDEN))
    return `A part of the address is hidden (${HIDDEN}). Type the whole address.`
  return isOnAllowedHost(new URL(parsed.data.url), hosts)
    ? parsed.data
    : `The address must be on one of the hosts ${hosts.join(', ')}.`
}

interface Draft {
  name: string
  measure: AlertMeasure
  area: MemberCode
  side: AlertSide
  threshold: string
  /** `null` until chosen. */
  span: (typeof SPANS)[number]['value'] | null
  hours: string
}

/** The edited rule, or a new one with area, measure and limit from a link. */
function createDraft(edited: AlertEntry | undefined, link: URLSearchParams): Draft {
  if (edited !== undefined) {
    const { name, measure, area, side, thresholdMw, hours } = edited
    return {
      name,
      measure,
      area: area ?? 'DE',
      side: side ?? 'above',
      threshold: String(thresholdMw ?? ''),
      span: hours === 'tomorrow' ? hours : 'next',
      hours: typeof hours === 'number' ? String(hours) : '24',
    }
  }
  const { area = 'DE', measure = 'residual', above, below } = readLink(link)
  const side = below === undefined ? 'above' : 'below'
  const threshold = above ?? below ?? ''
  return {
    name: threshold === '' ? '' : `${areaLabel(area)} ${side} ${threshold} MW`,
    measure,
    area,
    side,
    threshold,
    span: null,
    hours: '24',
  }
}

/** `thresholds`: possible values of the typed threshold, two if it is ambiguous. */
function readDraft(draft: Draft) {
  const { measure, area, side } = draft
  const needed = fieldsOf(measure)
  const hasLimit = needed.includes('thresholdMw')
  const hasSpan = hasLimit && measure !== 'error'
  // Ramps belong to a delivery day.
  const span = draft.span ?? (measure === 'ramp' ? 'tomorrow' : 'next')
  const isTomorrow = hasSpan && span === 'tomorrow'
  const thresholds = hasLimit ? readThreshold(draft.threshold) : []
  const hours = isTomorrow ? 'tomorrow' : Number(draft.hours)
  const limit = { area, side, thresholdMw: thresholds[0] ?? Number.NaN, hours }
  const fields = { measure, ...NO_LIMIT, ...Object.fromEntries(needed.map((key) => [key, limit[key]])) }
  return { fields, thresholds, hasLimit, hasSpan, span, isTomorrow }
}

interface DraftProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
}

/** An unedited address stays as stored. */
export function AlertForm(props: {
  hosts: readonly string[]
  isBusy: boolean
  edited: AlertEntry | undefined
  /** Address of all the user's other alerts, if they share one. */
  usualUrl: string | undefined
  onSave: (rule: NewAlert, clear: () => void) => void
  onCancel: () => void
}) {
  const { edited, hosts } = props
  const [params] = useSearchParams()
  const [draft, setDraft] = useState(() => createDraft(edited, params))
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const storedUrl = edited?.url ?? props.usualUrl
  const shownUrl = storedUrl === undefined ? '' : withoutSecrets(storedUrl)
  const [url, setUrl] = useState(shownUrl)
  const [fault, setFault] = useState('')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { fields, thresholds } = readDraft(draft)
    if (thresholds.length > 1) return setFault('')
    const fullUrl = url === shownUrl ? (storedUrl ?? '') : url
    const rule = readRule({ ...fields, name: draft.name, url: fullUrl }, hosts)
    setFault(typeof rule === 'string' ? rule : '')
    if (typeof rule === 'string') return undefined
    return props.onSave(rule, () => change({ name: '', threshold: '' }))
  }
  return (
    <form noValidate className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4" onSubmit={submit}>
      <TextField
        className="sm:col-span-2 lg:col-span-1"
        label={edited === undefined ? 'Name of a new alert' : 'Name of the alert'}
        autoFocus={draft.name !== ''}
        placeholder="High residual load"
        maxLength={MAX_NAME_LENGTH}
        {...typed(draft.name, (name) => change({ name }))}
      />
      <WatchedFields draft={draft} onChange={change} />
      <TextField
        className="sm:col-span-2 lg:col-span-4"
        label="Address of the receiver"
        placeholder={`https://${hosts[0] ?? 'hooks.slack.com'}/`}
        inputMode="url"
        {...typed(url, setUrl)}
      />
      {hosts.length > 0 && (
        <p className="-mt-2 text-sm text-ink-muted sm:col-span-2 lg:col-span-4">
          Messages may go to {hostList.format(hosts)}.
        </p>
      )}
      <Meaning draft={draft} onChange={change} />
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2 lg:col-span-4">
        <Button type="submit" variant="primary" size="large" isDisabled={props.isBusy}>
          {edited === undefined ? 'Create alert' : 'Save alert'}
        </Button>
        {edited !== undefined && (
          <Button size="large" onPress={props.onCancel}>
            Cancel
          </Button>
        )}
        {fault !== '' && (
          <span role="alert" className="text-danger">
            {fault}
          </span>
        )}
      </div>
    </form>
  )
}

function WatchedFields({ draft, onChange }: DraftProps) {
  const { measure, area, side, threshold, hours } = draft
  const { hasLimit, hasSpan, span, isTomorrow } = readDraft(draft)
  const isEvent = isEventMeasure(measure)
  return (
    <>
      <Select
        className={isEvent ? 'sm:col-span-2 lg:col-span-3' : 'lg:col-span-2'}
        label="What is watched"
        value={measure}
        onChange={(next) => onChange({ measure: next })}
        options={MEASURES}
      />
      {!isEvent && (
        <Select label="Area" value={area} onChange={(next) => onChange({ area: next })} options={AREAS} />
      )}
      {hasLimit && (
        <>
          <Select label="Side" value={side} onChange={(next) => onChange({ side: next })} options={SIDES} />
          <TextField
            label="Threshold in MW"
            inputMode="decimal"
            {...typed(threshold, (next) => onChange({ threshold: next }))}
          />
        </>
      )}
      {hasSpan && (
        <Select label="When" value={span} onChange={(next) => onChange({ span: next })} options={SPANS} />
      )}
      {!isEvent && !isTomorrow && (
        <TextField
          label={HOURS_LABELS[measure] ?? 'Within the next hours'}
          inputMode="numeric"
          {...typed(hours, (next) => onChange({ hours: next }))}
        />
      )}
    </>
  )
}

/** The rule in words, or the values of an ambiguous threshold to choose from. */
function Meaning({ draft, onChange }: DraftProps) {
  const { fields, thresholds } = readDraft(draft)
  // Valid dummies: the sentence needs no name or receiver.
  const echo = NewAlertSchema.safeParse({ ...fields, name: 'x', url: 'https://example.com' })
  return (
    <p aria-live="polite" className="min-h-6 text-ink-muted sm:col-span-2 lg:col-span-4">
      {thresholds.length > 1 ? (
        <span className="flex flex-wrap items-center gap-2 text-ink">
          What does {draft.threshold.trim()} mean?
          {thresholds.map((value) => (
            <Button key={value} size="small" onPress={() => onChange({ threshold: String(value) })}>
              {mw.format(value)} MW
            </Button>
          ))}
        </span>
      ) : (
        echo.success && `${describeAlert(echo.data)}.`
      )}
    </p>
  )
}
