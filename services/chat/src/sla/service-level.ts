import type {
  BusinessHours,
  Conversation,
  Message,
  SlaLateAnswer,
  SlaPolicy,
  SlaResult,
  SlaTarget,
} from '@frontdesk/contracts'
import { addBusinessTime, businessTimeBetween } from '../hours/business-time.ts'
import type { SlaRules } from './sla-policy-document.ts'

const minuteMs = 60_000

/** A target while it runs, and how it ended. */
export type SlaClock = {
  startedAt: string
  /** What the target allows, in milliseconds as the policy counts them. */
  allowedMs: number
  /** Absent while it is paused, and where it is never due. */
  dueAt?: string
  /** What is left while it is paused. */
  remainingMs?: number
  metAt?: string
  breachedAt?: string
  /** It ended without being met: breached and answered later, or not needed any more. */
  isOver?: true
}

/** The service level of a conversation: what its policy said when it was applied, and how its targets stand. */
export type ServiceLevel = {
  policyId: string
  policyName: string
  /** In minutes. */
  targets: SlaPolicy['targets']
  hours: BusinessHours | null
  onBreach?: SlaPolicy['onBreach']
  startedAt: string
  /** A person answered. */
  isAnswered?: true
  /** The customer was answered last. */
  isCustomersTurn?: true
  /** It was resolved or closed. */
  isEnded?: true
  clocks: Partial<Record<SlaTarget, SlaClock>>
}

/** What of a conversation decides. */
export type Served = Pick<
  Conversation,
  'status' | 'handler' | 'channel' | 'teamId' | 'tags' | 'snoozedUntil' | 'waitingSince' | 'blocked'
>

const timeOf = (text: string): number => Date.parse(text)
const textOf = (time: number): string => new Date(time).toISOString()

/** Whether people have an open conversation. */
const isWithPeople = ({ status, handler, blocked }: Served): boolean =>
  handler !== 'ai' && (status === 'open' || status === 'escalated') && !blocked

const fits = ({ filter: { channel, team, tags } }: SlaPolicy, conversation: Served): boolean =>
  (!channel || channel.includes(conversation.channel)) &&
  (!team || (conversation.teamId !== undefined && team.includes(conversation.teamId))) &&
  (!tags || tags.some((tag) => conversation.tags.includes(tag)))

const isRunning = ({ metAt, breachedAt, isOver }: SlaClock): boolean => !metAt && !breachedAt && !isOver

function startClock(minutes: number, startedAt: string, hours: BusinessHours | null): SlaClock {
  const allowedMs = minutes * minuteMs
  const due = addBusinessTime(timeOf(startedAt), allowedMs, hours)
  return { startedAt, allowedMs, ...(due !== undefined && { dueAt: textOf(due) }) }
}

/** The service level of a conversation that goes to people at `startedAt`; undefined where no policy fits. */
function applyPolicy(conversation: Served, rules: SlaRules, startedAt: string): ServiceLevel | undefined {
  const policy = rules.policies.find((each) => fits(each, conversation))
  if (!policy) return undefined
  const hours = policy.businessHours ? rules.hours : null
  const { firstResponse, resolution } = policy.targets
  return {
    policyId: policy.id,
    policyName: policy.name,
    targets: policy.targets,
    hours,
    ...(policy.onBreach && { onBreach: policy.onBreach }),
    startedAt,
    clocks: {
      ...(firstResponse && { firstResponse: startClock(firstResponse, startedAt, hours) }),
      ...(resolution && { resolution: startClock(resolution, startedAt, hours) }),
    },
  }
}

/** The policy that holds after a change: another one where team or tags changed before anybody answered. */
function policyAfter(
  before: { level: ServiceLevel | undefined; conversation: Served | undefined },
  after: Served,
  rules: SlaRules | undefined,
  now: string,
): ServiceLevel | undefined {
  const { level, conversation } = before
  // Nothing of a policy holds while the AI has it.
  if (after.handler === 'ai') return undefined
  if (!rules || !isWithPeople(after)) return level
  const isEntering = !conversation || !isWithPeople(conversation)
  if (level === undefined) {
    const isMoved = conversation?.teamId !== after.teamId || conversation?.tags.join('\n') !== after.tags.join('\n')
    return isEntering || (isMoved && after.waitingSince !== undefined) ? applyPolicy(after, rules, now) : undefined
  }
  if (level.isAnswered || level.isEnded || conversation === undefined) return level
  if (conversation.teamId === after.teamId && conversation.tags.join('\n') === after.tags.join('\n')) return level
  const another = applyPolicy(after, rules, level.startedAt)
  return another?.policyId === level.policyId ? level : another
}

/** A service level while a change is noted in it. */
type Noting = { level: ServiceLevel; results: SlaResult[]; late: SlaLateAnswer[]; now: string }

function endClock(noting: Noting, target: SlaTarget, result: 'met' | 'breached', at: string): void {
  const { level, results } = noting
  const clock = level.clocks[target]!
  const { dueAt, remainingMs, ...rest } = clock
  // Paused time does not count: what was left when it ended is known. One that is never due has all of it left.
  const leftMs =
    remainingMs ?? (dueAt === undefined ? clock.allowedMs : businessTimeBetween(timeOf(at), timeOf(dueAt), level.hours))
  const elapsedMs = result === 'breached' ? clock.allowedMs : Math.max(0, clock.allowedMs - leftMs)
  level.clocks[target] = { ...rest, ...(dueAt && { dueAt }), [result === 'met' ? 'metAt' : 'breachedAt']: at }
  const due = dueAt ?? textOf(addBusinessTime(timeOf(at), remainingMs ?? 0, level.hours) ?? timeOf(at))
  const { policyId, policyName } = level
  results.push({ policyId, policyName, target, result, startedAt: clock.startedAt, dueAt: due, at, elapsedMs })
}

/** Ends a target that runs; one that was breached is over from now on. */
function meet(noting: Noting, target: SlaTarget, at: string): void {
  const clock = noting.level.clocks[target]
  if (!clock) return
  if (isRunning(clock)) endClock(noting, target, 'met', at)
  else if (clock.breachedAt && !clock.isOver) {
    noting.level.clocks[target] = { ...clock, isOver: true }
    if (target === 'firstResponse') noting.late.push(lateAnswer(noting.level, clock, clock.breachedAt, at))
  }
}

/** A first answer behind its time. From when it was due all time counts that the policy counts. */
function lateAnswer(
  { policyId, policyName, hours }: ServiceLevel,
  { startedAt, allowedMs }: SlaClock,
  dueAt: string,
  at: string,
): SlaLateAnswer {
  const elapsedMs = allowedMs + businessTimeBetween(timeOf(dueAt), timeOf(at), hours)
  return { policyId, policyName, target: 'firstResponse', startedAt, dueAt, at, elapsedMs }
}

function breachWhatIsDue(noting: Noting): void {
  for (const [target, clock] of Object.entries(noting.level.clocks) as [SlaTarget, SlaClock][]) {
    if (isRunning(clock) && clock.dueAt !== undefined && clock.dueAt <= noting.now) {
      endClock(noting, target, 'breached', clock.dueAt)
    }
  }
}

function noteMessage(noting: Noting, message: Message): void {
  const { level } = noting
  if (message.kind !== 'message') return
  if (message.author.kind === 'agent') {
    meet(noting, 'firstResponse', message.createdAt)
    meet(noting, 'nextResponse', message.createdAt)
    level.isAnswered = true
    level.isCustomersTurn = true
  } else if (message.author.kind === 'customer') {
    delete level.isCustomersTurn
    const { nextResponse } = level.targets
    const current = level.clocks.nextResponse
    const isFree = !current || current.metAt !== undefined || current.isOver
    if (level.isAnswered && nextResponse && isFree) {
      level.clocks.nextResponse = startClock(nextResponse, message.createdAt, level.hours)
    }
  }
}

const isDone = ({ status }: Served): boolean => status === 'resolved' || status === 'closed'

/** Ends what a resolution ends: nobody has to answer any more. */
function endWithResolution(noting: Noting): void {
  const { level, now } = noting
  if (level.isEnded) return
  meet(noting, 'resolution', now)
  for (const target of ['firstResponse', 'nextResponse'] as const) {
    const clock = level.clocks[target]
    if (clock && isRunning(clock)) delete level.clocks[target]
  }
  level.isEnded = true
}

/** A conversation that is opened again is to be resolved again, and answered if nobody ever answered. */
function openAgain({ level, now }: Noting): void {
  if (!level.isEnded) return
  delete level.isEnded
  const { firstResponse, resolution } = level.targets
  if (resolution) level.clocks.resolution = startClock(resolution, now, level.hours)
  if (firstResponse && !level.isAnswered) level.clocks.firstResponse = startClock(firstResponse, now, level.hours)
}

/** Stops targets while they don't count, and lets them go on. */
function notePauses({ level, now }: Noting, { snoozedUntil }: Served): void {
  for (const [target, clock] of Object.entries(level.clocks) as [SlaTarget, SlaClock][]) {
    if (!isRunning(clock)) continue
    const isPaused = snoozedUntil !== undefined || (target === 'resolution' && level.isCustomersTurn === true)
    if (isPaused && clock.dueAt !== undefined) {
      const { dueAt, ...rest } = clock
      const remainingMs = businessTimeBetween(timeOf(now), timeOf(dueAt), level.hours)
      level.clocks[target] = { ...rest, remainingMs }
    } else if (!isPaused && clock.remainingMs !== undefined) {
      const { remainingMs, ...rest } = clock
      const due = addBusinessTime(timeOf(now), remainingMs, level.hours)
      level.clocks[target] = { ...rest, ...(due !== undefined && { dueAt: textOf(due) }) }
    }
  }
}

/**
 * The service level of a conversation after a change with these messages, the targets that were met or breached by it, and
 * a first answer that came late. `rules` are needed where the change may bring a conversation to people, or to another team or tags.
 */
export function noteServiceLevel(
  before: { level: ServiceLevel | undefined; conversation: Served | undefined },
  after: Served,
  messages: Message[],
  rules: SlaRules | undefined,
  now: string,
): { level: ServiceLevel | undefined; results: SlaResult[]; late: SlaLateAnswer[] } {
  const applied = policyAfter(before, after, rules, now)
  if (!applied) return { level: undefined, results: [], late: [] }
  const noting: Noting = { level: { ...applied, clocks: { ...applied.clocks } }, results: [], late: [], now }
  breachWhatIsDue(noting)
  // What is opened again is opened by the message; what is closed may be closed with one.
  if (!isDone(after)) openAgain(noting)
  for (const message of messages) noteMessage(noting, message)
  if (isDone(after)) endWithResolution(noting)
  notePauses(noting, after)
  return noting
}

/** The earliest time at which a target is due. */
export const dueOf = (level: ServiceLevel | undefined): string | undefined =>
  Object.values(level?.clocks ?? {})
    .filter(isRunning)
    .flatMap(({ dueAt }) => dueAt ?? [])
    .sort()[0]

/** What a filter finds a conversation by; undefined where no target runs or was missed. */
export function slaStatusOf(level: ServiceLevel | undefined): 'breached' | 'due' | undefined {
  const clocks = Object.values(level?.clocks ?? {})
  if (clocks.some(({ breachedAt }) => breachedAt)) return 'breached'
  return clocks.some(isRunning) ? 'due' : undefined
}

/** A service level as the API shows it. */
export function shownServiceLevel({ policyId, clocks }: ServiceLevel): NonNullable<Conversation['sla']> {
  const shown = Object.entries(clocks).map(([target, { dueAt, remainingMs, metAt, breachedAt }]) => [
    target,
    {
      ...(dueAt && { dueAt }),
      ...(remainingMs !== undefined && !metAt && { remainingMinutes: Math.ceil(remainingMs / minuteMs) }),
      ...(metAt && { metAt }),
      ...(breachedAt && { breachedAt }),
    },
  ])
  return { policyId, ...Object.fromEntries(shown) }
}
