import { runProcess } from '@frontdesk/service'
import { contactsService } from './service.ts'

await runProcess([contactsService])
