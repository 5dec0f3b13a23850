import { runProcess } from '@frontdesk/service'
import { crawlerService } from './service.ts'

await runProcess([crawlerService])
