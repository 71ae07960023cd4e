/**
 * Finds a Chromium for the stories. Its headless shell is preferred, since a story takes a third less processor time in it than in a
 * whole browser that shows nothing. Where it is missing it is installed if that is possible: Debian's as root, else Playwright's where
 * there is no browser at all. Without any browser it says what is needed.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

const onPath = (name: string): string | null => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  }
  return null
}

/** Where Playwright installs its whole Chromium: `…/chromium-<revision>/<platform>/chrome`. */
const playwrights = chromium.executablePath()

/** Playwright's shell of the same revision: `…/chromium_headless_shell-<revision>/<platform>/chrome-headless-shell`. */
function playwrightsShell(): string | null {
  const folder = dirname(dirname(playwrights)).replace(/chromium-(?=\d+$)/, 'chromium_headless_shell-')
  return globSync(join(folder, '*', '{chrome-headless-shell,headless_shell}{,.exe}'))[0] ?? null
}

const findShell = (): string | null => playwrightsShell() ?? onPath('chromium-headless-shell')

/** The path of a browser that is installed already, or null. */
export const findBrowser = (): string | null =>
  findShell() ??
  (existsSync(playwrights) ? playwrights : null) ??
  onPath('chromium') ??
  onPath('chromium-browser') ??
  onPath('google-chrome')

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0

/** Debian's packages; the lists of what there is are read anew only if the first try fails. */
function installFromDebian(...packages: string[]): void {
  const install = () => run('apt-get', 'install', '-y', '--no-install-recommends', ...packages)
  if (!install() && run('apt-get', 'update')) install()
}

/** The path of a browser, the shell installed if possible; null when there is none, after saying what is needed. */
export function ensureBrowser(): string | null {
  if (!findBrowser()) {
    console.log("No browser found: installing Playwright's headless shell.")
    run('npx', 'playwright', 'install', 'chromium-headless-shell')
  }
  if (!findShell() && process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(
      "Installing Debian's headless shell of Chromium, in which the stories take a third less processor time.",
    )
    installFromDebian('chromium-headless-shell', 'fonts-liberation')
  }
  const found = findBrowser()
  if (!found) {
    console.error(
      'The stories need a Chromium. Install one ("npx playwright install chromium-headless-shell", or your system\'s chromium package) and run the tests again.',
    )
  }
  return found
}

// `npm test` runs it beside other steps.
if (import.meta.main) process.exitCode = ensureBrowser() ? 0 : 1
