import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ExtraProps } from './extra.ts'

/** A component whose file is loaded when it is first shown. Until then, or if that fails, nothing is shown. */
export const lazily = (load: () => Promise<FunctionComponent<ExtraProps>>): FunctionComponent<ExtraProps> =>
  function Lazily(props) {
    const [Loaded, setLoaded] = useState<FunctionComponent<ExtraProps>>()
    useEffect(() => {
      load().then(
        (loaded) => setLoaded(() => loaded),
        () => {},
      )
    }, [])
    return Loaded ? <Loaded {...props} /> : null
  }
