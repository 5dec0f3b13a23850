import type { Schemas } from '@frontdesk/client'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../app/client.ts'
import { noteSignedOut } from '../../app/query-client.ts'

export type Simulation = Schemas['Simulation']
export type SimulationInput = Schemas['SimulationInput']
export type Simulated = { isRunning: boolean; text: string; result?: Simulation; problem?: unknown }

const idle: Simulated = { isRunning: false, text: '' }

/** Asks without storing anything; the answer grows as it is written. A new question, or leaving, ends the one before. */
export function useSimulation() {
  const [state, setState] = useState(idle)
  const running = useRef<AbortController>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  const run = async (question: SimulationInput): Promise<Simulation | undefined> => {
    stop()
    const controller = new AbortController()
    running.current = controller
    setState({ isRunning: true, text: '' })
    try {
      for await (const event of client.simulate.stream(question, { signal: controller.signal })) {
        if (event.type === 'delta') setState((before) => ({ ...before, text: before.text + event.text }))
        if (event.type !== 'done') continue
        const { type: _, ...result } = event
        setState({ isRunning: false, text: result.content, result })
        return result
      }
    } catch (problem) {
      if (controller.signal.aborted) {
        if (running.current === controller) setState(idle)
        return undefined
      }
      noteSignedOut(problem)
      setState({ isRunning: false, text: '', problem })
    }
    return undefined
  }
  return { ...state, run, stop, clear: () => setState(idle) }
}
