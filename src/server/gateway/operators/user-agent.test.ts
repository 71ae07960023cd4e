import { expect, test } from 'vitest'
import { describeDevice } from './user-agent.ts'

const mozilla = (rest: string) => `Mozilla/5.0 (${rest}`
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [mozilla('X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'), 'Firefox on Linux'],
  [mozilla(`Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`), 'Chrome on Windows'],
  [mozilla(`Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`), 'Edge on Windows'],
  [mozilla(`Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`), 'Opera on Windows'],
  [mozilla(`X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`), 'Chrome on ChromeOS'],
  [mozilla(`Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`), 'Chrome on Android'],
  [
    mozilla(`Linux; Android 15; SM-S931B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`),
    'Samsung Internet on Android',
  ],
  [
    mozilla('Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'),
    'Safari on macOS',
  ],
  [
    mozilla(
      'iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile Safari/604.1',
    ),
    'Chrome on an iPhone',
  ],
  [
    mozilla('iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) EdgiOS/140 Safari/605'),
    'Edge on an iPad',
  ],
  [mozilla('X11; Linux x86_64) Surf/2.0'), 'A browser on Linux'],
  ['curl/8.5.0', ''],
  ['', ''],
])('describes %s as "%s"', (userAgent, description) => {
  expect(describeDevice(userAgent)).toBe(description)
})
