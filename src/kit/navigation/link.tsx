/** Links in our looks. */
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { linkLook } from '#ui/classes.ts'
import { Button, type ButtonSize, type ButtonVariant, buttonLook } from '#ui/forms/button.tsx'
import { stretchedLook } from '#ui/layout/table.tsx'
import { Glyph, type Icon } from '#ui/status/icon.tsx'
import { visible } from '#ui/text/visible-text.tsx'

/** Null outside the frame: there a link loads its page anew. */
const Way = createContext<NavigateFunction | null>(null)

/** Inside, links lead from page to page without loading anything anew. */
export const LinksLead = ({ children }: { children: ReactNode }) => <Way value={useNavigate()}>{children}</Way>

interface PlainProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of ours, as a browser reads it: `?page=2` is another state of this page, `?` this page without any. */
  to: string
  /** The page stays where it is scrolled to; `beside`: where this leads to another state of the page one is on. */
  preventScrollReset?: boolean | 'beside'
}

/**
 * A link in a look of the caller's. The router's own is drawn anew with each step of the address: of a queue of 200 messages all 200
 * at each press of J. This one asks where it is and where it leads when it is followed.
 */
export function PlainLink({ to, preventScrollReset = false, onClick, children, ...rest }: PlainProps) {
  const go = useContext(Way)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget, defaultPrevented } = event
    const isForBrowser = button !== 0 || metaKey || ctrlKey || shiftKey || altKey
    if (!go || isForBrowser || defaultPrevented) return
    event.preventDefault()
    const { pathname, search, hash } = currentTarget
    const isSamePage = pathname === location.pathname
    void go(
      { pathname, search, hash },
      {
        replace: isSamePage && search === location.search && hash === location.hash,
        preventScrollReset: preventScrollReset === 'beside' ? isSamePage : preventScrollReset,
      },
    )
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {visible(children)}
    </a>
  )
}

type LookedProps = Omit<PlainProps, 'className' | 'style'>

/** Text that leads somewhere. */
export const Link = (props: LookedProps) => <PlainLink {...props} className={linkLook} />

/** The link of a table row: the whole row is its target. Where it opens something beside the table, the page stays where it is. */
export const RowLink = (props: LookedProps) => (
  <PlainLink
    preventScrollReset="beside"
    {...props}
    data-stretched=""
    className={`font-medium text-ink hover:text-accent ${stretchedLook}`}
  />
)

interface ButtonLinkProps extends LookedProps {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: Icon
  /** Why one cannot go there; then it is a button that says so. */
  disabledReason?: string | null | false
}

/** A link that looks like the button it is next to. */
export function ButtonLink({ children, variant = 'quiet', size, icon, disabledReason, ...rest }: ButtonLinkProps) {
  if (disabledReason) {
    return (
      <Button variant={variant} size={size} icon={icon} disabledReason={disabledReason}>
        {children}
      </Button>
    )
  }
  return (
    <PlainLink {...rest} className={buttonLook(variant, size)}>
      {icon && <Glyph icon={icon} />}
      {children}
    </PlainLink>
  )
}
