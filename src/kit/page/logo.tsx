/** The logo: a cord between two sockets of a telephone switchboard, one of them lit. */
export const Logo = ({ className = 'size-6' }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 24 24" className={`${className} shrink-0`} fill="none">
    <path d="M6.5 8.5v4.2a5.5 5.5 0 0 0 11 0V12" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />
    <circle cx="6.5" cy="6.6" r="2.3" fill="currentColor" />
    <circle cx="17.5" cy="9" r="3" className="fill-attention" />
  </svg>
)
