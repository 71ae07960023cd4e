/** Links in our looks. */
import type { ReactNode } from 'react'
import { type LinkProps, Link as RouterLink, useLocation, useResolvedPath } from 'react-router'
import { Button, type ButtonSize, type ButtonVariant, buttonLook } from '#ui/button.tsx'
import { linkLook } from '#ui/classes.ts'
import { Glyph, type Icon } from '#ui/icon.tsx'
import { stretchedLook } from '#ui/table.tsx'

type Plain = Omit<LinkProps, 'className' | 'style'>

/** Text that leads somewhere. */
export const Link = (props: Plain) => <RouterLink {...props} className={linkLook} />

/** The link of a table row: the whole row is its target. Where it opens something beside the table, the page stays where it is. */
export function RowLink(props: Plain) {
  const stays = useResolvedPath(props.to).pathname === useLocation().pathname
  return (
    <RouterLink
      preventScrollReset={stays}
      {...props}
      data-stretched=""
      className={`font-medium text-ink hover:text-accent ${stretchedLook}`}
    />
  )
}

interface ButtonLinkProps extends Plain {
  children: ReactNode
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
    <RouterLink {...rest} className={buttonLook(variant, size)}>
      {icon && <Glyph icon={icon} />}
      {children}
    </RouterLink>
  )
}
