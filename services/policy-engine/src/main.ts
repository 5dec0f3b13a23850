import { runProcess } from '@frontdesk/service'
import { policyEngineService } from './service.ts'

await runProcess([policyEngineService])
