/** When an agent may offer to call back: within the hours of people where the customer lives, and of the flow. */
import type { CallSettings } from '#flow-engine/settings.ts'
import { type Day, dayMs, isZone, localTimeAt, nextWorkingDay, type Place, sayTime, weekdays } from './place.ts'

/** Nobody wants to be called earlier or later, in minutes since midnight. */
const [earliest, latest] = [9 * 60, 19 * 60]
const dayMinutes = 24 * 60

/** The minutes of a day at the place between which calls are possible. */
function openMinutes(now: number, place: Place, hours: CallSettings['hours']): { from: number; to: number } {
  if (hours === null || hours.from >= hours.to || !isZone(hours.timezone)) return { from: earliest, to: latest }
  const there = localTimeAt(now, { country: '', zone: hours.timezone })
  const here = localTimeAt(now, place)
  const ahead = here.minutes - there.minutes + ((here.day - there.day) / dayMs) * dayMinutes
  const [from, to] = [Math.max(earliest, hours.from + ahead), Math.min(latest, hours.to + ahead)]
  return from + 120 <= to ? { from, to } : { from: earliest, to: latest }
}

/** `today`, `tomorrow` or `on Monday`. */
function sayWhen(day: Day, today: Day): string {
  const days = (day - today) / dayMs
  if (days < 2) return days === 0 ? 'today' : 'tomorrow'
  return `on ${weekdays[new Date(day).getUTCDay()]}`
}

/**
 * Two moments for a call-back, the sooner one first, as a person says them: `today at 4 pm`, `on Monday at 10:00`.
 * None is later than the next working day, so that it comes before what the call is about.
 *
 * @param now epoch ms
 * @param hours the working hours of the flow; null: always open
 */
export function callBackTimes(now: number, place: Place, hours: CallSettings['hours']): [string, string] {
  const { day: today, minutes } = localTimeAt(now, place)
  const { from, to } = openMinutes(now, place, hours)
  const fullHour = (minute: number) => Math.ceil(minute / 60) * 60
  const soon = fullHour(Math.max(from + 120, minutes + 180))
  const isToday = nextWorkingDay(today) === today && soon <= to - 60
  const nextDay = nextWorkingDay(today + (isToday || minutes > from ? dayMs : 0))
  // Not the same hour for everybody.
  const morning = fullHour(from + 60) + (minutes % 4) * 30
  const afternoon = Math.min(morning + 270, fullHour(to) - 60)
  const say = (day: Day, minute: number) => `${sayWhen(day, today)} at ${sayTime(minute, place)}`
  return isToday ? [say(today, soon), say(nextDay, morning)] : [say(nextDay, morning), say(nextDay, afternoon)]
}
