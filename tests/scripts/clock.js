const ROUNDS = 3; // of the event loop without a request, after which no script goes on without a timer

// A clock that stands still unless a test lets time pass. It waits for the answers of the server meanwhile, so
// that a slow machine changes nothing.
export class Clock {
  #now = 1_000_000;
  #timers = new Map();
  #last = 0;
  #answers = new Set(); // of the server, on their way
  now = () => this.#now;
  setTimeout = (go, wait = 0) => (this.#timers.set(++this.#last, { go, at: this.#now + wait }), this.#last);
  clearTimeout = (timer) => this.#timers.delete(timer);

  awaits(answer) {
    this.#answers.add(answer);
    const gone = () => this.#answers.delete(answer);
    answer.then(gone, gone);
    return answer;
  }

  // Waits until every request is answered that the server has got, and everything is done that follows at once.
  async still() {
    for (let rounds = 0; rounds < ROUNDS; rounds = this.#answers.size ? 0 : rounds + 1) {
      await Promise.allSettled(this.#answers);
      await new Promise(setImmediate);
    }
  }

  // Lets time pass in which no timer rings.
  sleep(milliseconds) {
    this.#now += milliseconds;
  }

  async pass(milliseconds) {
    const end = this.#now + milliseconds;
    for (await this.still(); this.#ring(end); ) await this.still();
    this.#now = end;
  }

  #ring(end) {
    const [number, timer] = [...this.#timers].reduce((one, other) => (other[1].at < one[1].at ? other : one), [0, { at: Infinity }]);
    if (timer.at > end) return false;
    this.#timers.delete(number);
    this.#now = Math.max(this.#now, timer.at);
    timer.go();
    return true;
  }
}
