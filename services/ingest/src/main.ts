import { runProcess } from '@frontdesk/service'
import { ingest } from './service.ts'

await runProcess([ingest])
