import type { ServiceDrift } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'
import * as texts from './texts.tsx'

const utc = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

/**
 * The differences as text, for a mail to whoever runs the service.
 *
 * @param address of the service
 * @param now epoch ms
 */
export function driftText(
  { since, compared, differences, omitted }: ServiceDrift,
  address: string,
  now: number,
): string {
  const blocks = differences.map(({ source, field, kind, expected, received, count, firstAt, lastAt }) =>
    [
      `${source}: ${field || texts.wholeAnswer}`,
      `  ${texts.kinds[kind]}: ${texts.expectedAndReceived(expected === field ? '' : expected, received)}`,
      `  seen ${plural(count, 'time', 'times')}, first ${utc(firstAt)}, last ${utc(lastAt)}`,
    ].join('\n'),
  )
  return [
    `How the answers of the service differ from the documentation\n${address}: ${plural(compared, 'answer', 'answers')} from ${utc(since)} to ${utc(now)}`,
    ...blocks,
    ...(omitted > 0 ? [texts.omitted(omitted)] : []),
  ].join('\n\n')
}
