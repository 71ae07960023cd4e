/** Builds the dashboard once, before the stories. */
import { execFileSync } from 'node:child_process'

export default function build(): void {
  execFileSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit' })
}
