/** The embedded service as a process of its own: `npm run service`. */
import { DatabaseBusy, DatabaseUnusable } from '../database/faults.ts'
import { KeysMistaken } from './auth/keys.ts'
import { ConfigurationError, readConfiguration } from './configuration.ts'
import { InstallationUnreadable } from './installation.ts'
import { CannotListen, startService } from './start.ts'

try {
  const options = readConfiguration(process.env)
  const service = await startService({ ...options, report: (error) => console.error(error) })
  const { plan, speed, specificationOnly } = options
  console.log(`Service  ${service.url}`)
  console.log(`A simulation: no telephone rings and no message leaves this machine.`)
  console.log(
    `Plan ${plan.name}, ${plan.concurrentCalls} ${plan.concurrentCalls === 1 ? 'call' : 'calls'} at once, time ×${speed}${specificationOnly ? ', without extensions' : ''}.`,
  )
  if (service.own.apiKey) console.log(`SERVICE_API_KEY=${service.apiKey}`)
  if (service.own.workspaceId) console.log(`SERVICE_WORKSPACE_ID=${service.workspaceId}`)
  if (options.webhookUrl && !specificationOnly) {
    console.log(`Events go to ${options.webhookUrl}`)
    if (service.own.webhookSecret) console.log(`SERVICE_WEBHOOK_SECRET=${service.webhookSecret}`)
  }

  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    void service.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
} catch (error) {
  const known = [
    ConfigurationError,
    CannotListen,
    DatabaseBusy,
    DatabaseUnusable,
    InstallationUnreadable,
    KeysMistaken,
  ].some((kind) => error instanceof kind)
  console.error(known ? (error as Error).message : error)
  process.exit(1)
}
