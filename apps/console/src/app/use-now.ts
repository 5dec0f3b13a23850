import { useEffect, useState } from 'react'

const tickMs = 15_000

/** The time, told again every 15 s while the component is there. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
