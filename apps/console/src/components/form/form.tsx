import type { ReactNode } from 'react'

type Props = {
  className?: string | undefined
  'aria-label'?: string
  onSubmit: (given: FormData) => void
  children: ReactNode
}

/** A form that is sent by code. One in another form does not send that. */
export const Form = ({ onSubmit, ...props }: Props) => (
  <form
    {...props}
    onSubmit={(event) => {
      event.preventDefault()
      event.stopPropagation()
      onSubmit(new FormData(event.currentTarget))
    }}
  />
)
