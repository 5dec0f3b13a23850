import { useMutation } from '@tanstack/react-query'

/**
 * Does work that the server may refuse: `problem` is why it refused the last, until the next begins; `isBusy` says whether one
 * goes on. `after` runs however it ended.
 */
export function useAttempt(after?: () => void) {
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    ...(after && { onSettled: after }),
  })
  return {
    attempt: (work: () => Promise<unknown>) => mutate(work),
    problem: error,
    isBusy: isPending,
    forgetProblem: reset,
  }
}
