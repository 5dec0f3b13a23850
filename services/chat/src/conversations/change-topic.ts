/** The topic that readers of a tenant's changes wait on; it is notified when there are new changes. */
export const changeTopicOf = (tenant: string): string => `changes of ${tenant}`
