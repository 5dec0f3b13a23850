import { runProcess } from '@frontdesk/service'
import { retrieval } from './service.ts'

await runProcess([retrieval])
