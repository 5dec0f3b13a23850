import { runProcess } from '@frontdesk/service'
import { policyEngine } from './service.ts'

await runProcess([policyEngine])
