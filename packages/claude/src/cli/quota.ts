/**
 * Claude's ways of saying that a usage limit is reached; they arrive as an ordinary answer. So an honest
 * answer that only tells of such a text has to be told from one: by what follows, and by its quotes.
 */
const announcements = [
  /^you(?:['’]ve| have) (?:hit|reached) your (?:[\w.'’-]+ ){0,4}(?:limit|budget)(?: for(?: \w+(?:[.-]\w+)*){1,3})?(?<rest>\W.*)?$/is,
  /^(?:you(?:['’]re| are)|your org(?:anization)? is) out of (?:[\w-]+ ){0,2}(?:usage|credits)(?<rest>\W.*)?$/is,
  /^(?:claude (?:ai|code) (?:[\w-]+ )?|(?:[\w-]+ )?usage )limit reached(?<rest>\W.*)?$/is,
  /^(?:[\w-]+ ){1,3}limit reached(?=.*(?:\bresets? (?:at |in |on )?(?:[a-z]{3,9} )?\d|\|\d{10}))(?<rest>\W.*)$/is,
]
/** Nothing, a part set off as Claude does it, or the sentence that tells when and how it goes on. */
const closing =
  /^\s*(?:\.?$|[·∙•|]|[—–.,;:-]?\s*(?:(?:it|your [\w ]{1,30}) )?(?:resets?|try again|upgrade|see usage|run \/)\b)/i
/** Claude quotes nothing here, and a line that follows is a command to type. */
const isTold = /["“”`]|\n(?!\s*\/)/
const longestAnnouncement = 300

export interface Quota {
  /** Undefined when the answer did not say. */
  readonly resetsAt: Date | undefined
}

/** A usage-limit answer, or undefined for any other text. */
export function parseQuota(text: string, now: Date): Quota | undefined {
  const line = text.trim()
  if (line.length > longestAnnouncement || isTold.test(line)) return undefined
  const announced = announcements.some((pattern) => {
    const match = pattern.exec(line)
    return match !== null && closing.test(match.groups?.['rest'] ?? '')
  })
  return announced ? { resetsAt: parseReset(line, now) } : undefined
}

function parseReset(line: string, now: Date): Date | undefined {
  const epoch = /\|(\d{10})(\d{3})?\s*$/.exec(line)
  if (epoch) return new Date(Number(epoch[1]) * 1000)
  const relative = /\bresets? in (?:(\d+) ?h(?:ours?)?)? ?(?:(\d+) ?m(?:in(?:utes?)?)?)?/i.exec(
    line,
  )
  if (relative && (relative[1] ?? relative[2]) !== undefined) {
    const minutes = Number(relative[1] ?? 0) * 60 + Number(relative[2] ?? 0)
    return new Date(now.getTime() + minutes * 60_000)
  }
  const wall = parseWallTime(line)
  return wall && nextOccurrence(wall, now)
}

interface WallTime {
  readonly month: number | undefined
  readonly day: number | undefined
  readonly hour: number
  readonly minute: number
  readonly zone: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function parseWallTime(line: string): WallTime | undefined {
  const match =
    /\bresets?(?: at)? (?:([a-z]{3})[a-z]* (\d{1,2})(?:,| at)? ?(?:at )?)?(\d{1,2})(?::(\d{2}))? ?(am|pm)?(?: ?\(([^)]+)\))?/i.exec(
      line,
    )
  if (!match) return undefined
  const [, monthName, day, hourText, minute, half, zone] = match
  const month = monthName === undefined ? undefined : months.indexOf(monthName.toLowerCase())
  const hour = Number(hourText)
  if (month === -1 || hour > (half ? 12 : 23) || Number(minute ?? 0) > 59) return undefined
  return {
    month,
    day: day === undefined ? undefined : Number(day),
    hour: half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0),
    minute: Number(minute ?? 0),
    zone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/**
 * The first moment after now at which a clock in that zone shows that time. A date that passed within
 * the last day is meant as it stands: the answer was on its way when the limit was reset.
 */
function nextOccurrence(wall: WallTime, now: Date): Date | undefined {
  const today = dateIn(wall.zone, now)
  if (today === undefined) return undefined
  const onDate = wall.month !== undefined && wall.day !== undefined
  const first = onDate ? Date.UTC(today.year, wall.month, wall.day) : today.midnight
  for (const shift of onDate ? [0, 366] : [0, 1, 2]) {
    const day = new Date(first + shift * dayMs)
    if (onDate && shift > 0) day.setUTCFullYear(today.year + 1, wall.month, wall.day)
    const candidate = fromWallTime(day, wall)
    if (candidate.getTime() > now.getTime() - (onDate ? dayMs : 0)) return candidate
  }
  return undefined
}

const dayMs = 86_400_000

/** The zone's offset is looked up twice, as it may differ on the two sides of a clock change. */
function fromWallTime(day: Date, wall: WallTime): Date {
  const shown = day.getTime() + (wall.hour * 60 + wall.minute) * 60_000
  const guess = shown - offsetOf(wall.zone, new Date(shown))
  return new Date(shown - offsetOf(wall.zone, new Date(guess)))
}

function offsetOf(zone: string, moment: Date): number {
  const shown = dateIn(zone, moment)
  return shown === undefined ? 0 : shown.wall - Math.floor(moment.getTime() / 1000) * 1000
}

function dateIn(zone: string, moment: Date) {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(moment)
    const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
    const year = read('year')
    const midnight = Date.UTC(year, read('month') - 1, read('day'))
    const seconds = read('hour') * 3600 + read('minute') * 60 + read('second')
    return { year, midnight, wall: midnight + seconds * 1000 }
  } catch {
    return undefined // not a zone that this system knows
  }
}
