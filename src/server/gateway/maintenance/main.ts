/**
 * Commands for the operator of the machine: `npm run backup`, `npm run restore`, `npm run move` and `npm run reset-password`. They read the
 * same environment as the gateway.
 */
import { resolve } from 'node:path'
import { DatabaseBusy, DatabaseUnusable } from '#server/database/faults.ts'
import { ConfigurationError, readConfiguration } from '../shared/configuration.ts'
import { backUp } from './backup-command.ts'
import { move } from './move.ts'
import { resetPassword } from './reset-password-command.ts'
import { markRestored, restore } from './restore.ts'

const usage: Record<string, string> = {
  backup:
    'npm run backup -- <folder>   makes a backup of the embedded database in a new folder, also while the gateway runs',
  restore:
    'npm run restore -- <folder> [--replace]   puts a backup in place while no gateway runs; npm run restore -- --mark   after a database was restored by other means',
  move: 'npm run move -- postgres://…   moves the embedded database to PostgreSQL while no gateway runs',
  'reset-password':
    'npm run reset-password -- [e-mail]   prints a link with which an operator, by default the only administrator, chooses a new password',
}

type Command = (words: string[], environment: NodeJS.ProcessEnv) => Promise<string>
const commands: Record<string, Command> = {
  backup: async ([folder], environment) => {
    if (!folder) throw new DatabaseUnusable(`Specify a folder: ${usage.backup}`)
    return backUp(readConfiguration(environment), resolve(folder))
  },
  restore: async (words, environment) => {
    const configuration = readConfiguration(environment)
    const [folder] = words.filter((word) => !word.startsWith('--'))
    if (words.includes('--mark')) return markRestored(configuration)
    if (configuration.databaseUrl !== null)
      throw new DatabaseUnusable(
        'DATABASE_URL is set, so the data is in PostgreSQL. Restore a dump with pg_restore or psql. The next start notices.',
      )
    if (!folder) throw new DatabaseUnusable(`Specify a folder: ${usage.restore}`)
    return restore(configuration, resolve(folder), { replace: words.includes('--replace'), now: Date.now() })
  },
  move: async ([url = ''], environment) => {
    if (!/^postgres(ql)?:\/\/\S+$/.test(url)) throw new DatabaseUnusable(`Specify a database: ${usage.move}`)
    return move(readConfiguration(environment), url, Date.now())
  },
  'reset-password': async ([email = null], environment) => resetPassword(readConfiguration(environment), email),
}

/** Runs a command. @returns the exit code and what to print */
export async function runCommand([name = '', ...words]: string[], environment: NodeJS.ProcessEnv) {
  try {
    const command = commands[name]
    // guard: only-known-commands
    if (!command) throw new DatabaseUnusable(Object.values(usage).join('\n'))
    return { code: 0, output: await command(words, environment) }
  } catch (error) {
    if (error instanceof ConfigurationError) return { code: 1, output: [error.message, ...error.mistakes].join('\n- ') }
    if (error instanceof DatabaseBusy || error instanceof DatabaseUnusable) return { code: 1, output: error.message }
    return { code: 1, output: `This failed: ${error instanceof Error ? error.stack : String(error)}` }
  }
}

if (import.meta.main) {
  const { code, output } = await runCommand(process.argv.slice(2), process.env)
  if (code === 0) console.log(output)
  else {
    console.error(output)
    process.exit(code)
  }
}
