import { messageSimulate, ServiceError, simulation, simulationInput } from '@frontdesk/contracts'
import { route } from '../route.ts'

/** A question for a try. */
export const simulateRoutes = [
  route({
    method: 'POST',
    url: '/api/simulate',
    access: 'policies',
    tag: 'Simulation',
    summary: 'Ask without leaving a trace, and see every step',
    description:
      'Runs exactly what answers customers; stores and publishes nothing. `policies` stand in for the ones of the tenant.',
    body: simulationInput,
    status: 200,
    reply: simulation,
    refusals: ['model_unavailable', 'policy_unavailable', 'stream_broken'],
    async handle({ context, body, clientSignal }) {
      for await (const simulated of context.open(messageSimulate, body, { signal: clientSignal() })) return simulated
      throw new ServiceError('stream_broken')
    },
  }),
]
