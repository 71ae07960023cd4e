/** Links in the styles of the design. */
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { linkClasses } from '#ui/classes.ts'
import { Button, type ButtonSize, type ButtonVariant, buttonClasses } from '#ui/forms/button.tsx'
import { stretchedLinkClasses } from '#ui/layout/table.tsx'
import { Glyph, type Icon } from '#ui/status/icon.tsx'
import { visible } from '#ui/text/visible-text.tsx'

/** Null outside `LinkProvider`: there, a link reloads the document. */
const NavigateContext = createContext<NavigateFunction | null>(null)

/** Links inside navigate without reloading the document. */
export const LinkProvider = ({ children }: { children: ReactNode }) => (
  <NavigateContext value={useNavigate()}>{children}</NavigateContext>
)

interface PlainProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address in Switchboard. It may be relative: `?page=2` changes the state of this page, and `?` resets it. */
  to: string
  /** Keeps the scroll position; `same-page`: only if the link leads to the same page. */
  preventScrollReset?: boolean | 'same-page'
  /** What the page gets that no address can say: only a press in Switchboard does. */
  state?: object
}

/**
 * A link without a style of its own. The router's own link renders again with every change of the address: in a queue of 200 messages,
 * all 200 at each press of J. This link reads the location only when it is clicked.
 */
export function PlainLink({ to, preventScrollReset = false, state, onClick, children, ...rest }: PlainProps) {
  const navigate = useContext(NavigateContext)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget, defaultPrevented } = event
    const isForBrowser = button !== 0 || metaKey || ctrlKey || shiftKey || altKey
    if (!navigate || isForBrowser || defaultPrevented) return
    event.preventDefault()
    const { pathname, search, hash } = currentTarget
    const isSamePage = pathname === location.pathname
    void navigate(
      { pathname, search, hash },
      {
        replace: isSamePage && search === location.search && hash === location.hash,
        preventScrollReset: preventScrollReset === 'same-page' ? isSamePage : preventScrollReset,
        ...(state && { state }),
      },
    )
  }
  return (
    <a {...rest} href={to} onClick={handleClick}>
      {visible(children)}
    </a>
  )
}

type StyledProps = Omit<PlainProps, 'className' | 'style'>

/** A link in running text. */
export const Link = (props: StyledProps) => <PlainLink {...props} className={linkClasses} />

/**
 * The link of a table row: the whole row is its target. If it opens a panel beside the table, the scroll position stays. Where several rows
 * may have the same words, its label says more.
 */
export const RowLink = (props: StyledProps) => (
  <PlainLink
    preventScrollReset="same-page"
    {...props}
    data-stretched=""
    className={`font-medium text-ink hover:text-accent ${stretchedLinkClasses}`}
  />
)

interface ButtonLinkProps extends StyledProps {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: Icon
  /** Why the operator cannot go there. With a reason, a disabled button is shown instead of a link. */
  disabledReason?: string | null | false
}

/** A link that looks like a button. */
export function ButtonLink({ children, variant = 'quiet', size, icon, disabledReason, ...rest }: ButtonLinkProps) {
  if (disabledReason) {
    return (
      <Button variant={variant} size={size} icon={icon} disabledReason={disabledReason}>
        {children}
      </Button>
    )
  }
  return (
    <PlainLink {...rest} className={buttonClasses(variant, size)}>
      {icon && <Glyph icon={icon} />}
      {children}
    </PlainLink>
  )
}
