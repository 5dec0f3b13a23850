/** Two short notes, made here: nothing is loaded. Browsers allow it once the page was clicked. */
export function playSound(): void {
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.connect(audio.destination)
  volume.gain.setValueAtTime(0.08, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4)
  const oscillator = audio.createOscillator()
  oscillator.connect(volume)
  oscillator.frequency.setValueAtTime(660, audio.currentTime)
  oscillator.frequency.setValueAtTime(880, audio.currentTime + 0.12)
  oscillator.start()
  oscillator.stop(audio.currentTime + 0.4)
  oscillator.onended = () => void audio.close()
}
