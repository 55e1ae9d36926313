import { type ChangeEvent, useState } from 'react'
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
import { MAX_NAME_LENGTH } from '#contract/given-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

import { HIDDEN, readThreshold, SIDE_LABELS, withoutSecrets } from './alert-words.ts'

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

/** Properties that all text fields of the form share. */
const typed = (value: string, onChange: (value: string) => void) => ({
  value,
  required: true,
  autoComplete: 'off',
  onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
})

const NO_LIMIT = { area: null, side: null, thresholdMw: null, hours: null }

/** Reads a rule; returns it, or a sentence about its fault. */
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

/** Makes a rule, with the area, measure and limit of a link, or changes one. An address that nobody edits stays as it is stored. */
export function AlertForm(props: {
  hosts: readonly string[]
  isBusy: boolean
  edited: AlertEntry | undefined
  /** Where the user's other alerts go, if all go to one address. */
  usualUrl: string | undefined
  onSave: (rule: NewAlert, clear: () => void) => void
  onCancel: () => void
}) {
  const { edited } = props
  const [params] = useSearchParams()
  const linkedSide = ALERT_SIDES.find((known) => params.has(known))
  const linkedLimit = (linkedSide && params.get(linkedSide)) ?? ''
  const [area, setArea] = useState<MemberCode>(
    edited?.area ?? MEMBER_CODES.find((code) => code === params.get('area')) ?? 'DE',
  )
  const [measure, setMeasure] = useState<AlertMeasure>(
    edited?.measure ?? ALERT_MEASURES.find((code) => code === params.get('measure')) ?? 'residual',
  )
  const [side, setSide] = useState<AlertSide>(edited?.side ?? linkedSide ?? 'above')
  const [threshold, setThreshold] = useState(
    edited === undefined ? linkedLimit : String(edited.thresholdMw ?? ''),
  )
  const isLinked = edited === undefined && linkedLimit !== ''
  const linkedName = isLinked ? `${areaLabel(area)} ${side} ${linkedLimit} MW` : ''
  const [name, setName] = useState(edited?.name ?? linkedName)
  const [chosenSpan, setSpan] = useState<(typeof SPANS)[number]['value'] | null>(
    edited === undefined ? null : edited.hours === 'tomorrow' ? 'tomorrow' : 'next',
  )
  // A ramp is of a day as it is sold.
  const span = chosenSpan ?? (measure === 'ramp' ? 'tomorrow' : 'next')
  const [hours, setHours] = useState(typeof edited?.hours === 'number' ? String(edited.hours) : '24')
  const storedUrl = edited?.url ?? props.usualUrl
  const shownUrl = storedUrl === undefined ? '' : withoutSecrets(storedUrl)
  const [url, setUrl] = useState(shownUrl)
  const [fault, setFault] = useState('')
  const isEvent = isEventMeasure(measure)
  const needed = fieldsOf(measure)
  const hasLimit = needed.includes('thresholdMw')
  const hasSpan = hasLimit && measure !== 'error'
  const isTomorrow = hasSpan && span === 'tomorrow'
  const [thresholdMw = Number.NaN, otherMw] = readThreshold(threshold)
  const isUnclear = hasLimit && otherMw !== undefined
  const limit = { area, side, thresholdMw, hours: isTomorrow ? 'tomorrow' : Number(hours) }
  const fields = { measure, ...NO_LIMIT, ...Object.fromEntries(needed.map((key) => [key, limit[key]])) }
  // A rule with these fields and any name and receiver, to describe it while it is typed.
  const echo = NewAlertSchema.safeParse({ ...fields, name: 'x', url: 'https://example.com' })
  const submit = () => {
    const rule = readRule({ ...fields, name, url: url === shownUrl ? (storedUrl ?? '') : url }, props.hosts)
    setFault(isUnclear || typeof rule !== 'string' ? '' : rule)
    if (isUnclear || typeof rule === 'string') return
    props.onSave(rule, () => {
      setName('')
      setThreshold('')
    })
  }
  return (
    <form
      noValidate
      className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        className="sm:col-span-2 lg:col-span-1"
        label={edited === undefined ? 'Name of a new alert' : 'Name of the alert'}
        autoFocus={edited !== undefined || isLinked}
        placeholder="High residual load"
        maxLength={MAX_NAME_LENGTH}
        {...typed(name, setName)}
      />
      <Select
        className={isEvent ? 'sm:col-span-2 lg:col-span-3' : 'lg:col-span-2'}
        label="What is watched"
        value={measure}
        onChange={setMeasure}
        options={MEASURES}
      />
      {!isEvent && (
        <>
          <Select label="Area" value={area} onChange={setArea} options={AREAS} />
          {hasLimit && (
            <>
              <Select label="Side" value={side} onChange={setSide} options={SIDES} />
              <TextField label="Threshold in MW" inputMode="decimal" {...typed(threshold, setThreshold)} />
            </>
          )}
          {hasSpan && <Select label="When" value={span} onChange={setSpan} options={SPANS} />}
          {!isTomorrow && (
            <TextField
              label={HOURS_LABELS[measure] ?? 'Within the next hours'}
              inputMode="numeric"
              {...typed(hours, setHours)}
            />
          )}
        </>
      )}
      <TextField
        className="sm:col-span-2 lg:col-span-4"
        label="Address of the receiver"
        placeholder={`https://${props.hosts[0] ?? ''}/`}
        inputMode="url"
        {...typed(url, setUrl)}
      />
      <p className="-mt-2 text-sm text-ink-muted sm:col-span-2 lg:col-span-4">
        Messages may go to {hostList.format(props.hosts)}.
      </p>
      <p aria-live="polite" className="min-h-6 text-ink-muted sm:col-span-2 lg:col-span-4">
        {isUnclear ? (
          <span className="flex flex-wrap items-center gap-2 text-ink">
            What does {threshold.trim()} mean?
            {[thresholdMw, otherMw].map((value) => (
              <Button key={value} size="small" onPress={() => setThreshold(String(value))}>
                {mw.format(value)} MW
              </Button>
            ))}
          </span>
        ) : (
          echo.success && `${describeAlert(echo.data)}.`
        )}
      </p>
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
