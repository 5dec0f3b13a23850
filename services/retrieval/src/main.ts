import { runProcess } from '@frontdesk/service'
import { retrievalService } from './service.ts'

await runProcess([retrievalService])
