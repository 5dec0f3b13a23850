import { runProcess } from '@frontdesk/service'
import { ingestService } from './service.ts'

await runProcess([ingestService])
