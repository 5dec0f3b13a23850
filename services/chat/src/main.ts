import { runProcess } from '@frontdesk/service'
import { chatService } from './service.ts'

await runProcess([chatService])
