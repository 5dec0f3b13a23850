import { runProcess } from '@frontdesk/service'
import { channelsService } from './service.ts'

await runProcess([channelsService])
