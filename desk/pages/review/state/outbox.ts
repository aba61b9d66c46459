/**
 * Sends what a person did in the background: one thing after the other, in order. When no answer comes, the same thing is sent
 * again with the same idempotency key, so nothing is lost and nothing is done twice. A refusal ends the thing, and the next
 * one is sent.
 */

/** What became of one attempt. `again`: no answer came. `held`: it is kept until a person sends it. */
export type Attempt<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'again' }
  | { readonly kind: 'held' };

export interface OutboxNeeds<Task, Answer> {
  send(task: Task): Promise<Attempt<Answer>>;
  onDone(task: Task, answer: Answer): void;
  onRefused(task: Task, error: unknown): void;
  /** Called when `waiting` or `stuck` changed. */
  onChange(): void;
  wait(ms: number): Promise<void>;
}

const firstWaitMs = 400;
const maxWaitMs = 8000;

export class Outbox<Task, Answer> {
  private readonly tasks: Task[] = [];
  private running = false;
  private current: Task | null = null;
  private failedAttempts = 0;
  /** Whether only a person sends it again. */
  held = false;
  private wake: (() => void) | null = null;

  constructor(private readonly needs: OutboxNeeds<Task, Answer>) {}

  /** Things that are not done yet, the one that is being sent included. */
  get waiting(): number {
    return this.tasks.length + (this.current === null ? 0 : 1);
  }

  /** Whether the last attempt got no answer, or is held. */
  get stuck(): boolean {
    return this.failedAttempts > 0;
  }

  addTask(task: Task): void {
    this.tasks.push(task);
    this.needs.onChange();
    void this.sendAll();
  }

  /** Whether it is being sent: the service may have done it. */
  isSending(task: Task): boolean {
    return this.current === task;
  }

  /** Takes back what was not sent yet. @returns whether it was still here */
  removeTask(task: Task): boolean {
    const place = this.tasks.indexOf(task);
    if (place < 0) return false;
    this.tasks.splice(place, 1);
    this.needs.onChange();
    return true;
  }

  /** Does not wait any longer: the connection is back. */
  retryNow(): void {
    this.wake?.();
  }

  private async sendAll(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.current !== null || this.tasks.length > 0) {
      this.current ??= this.tasks.shift() ?? null;
      if (this.current !== null) await this.sendOnce(this.current);
    }
    this.running = false;
  }

  private async sendOnce(task: Task): Promise<void> {
    const attempt = await this.needs.send(task);
    if (attempt.kind === 'again' || attempt.kind === 'held') {
      await this.pause(attempt.kind);
      return;
    }
    this.failedAttempts = 0;
    this.held = false;
    this.current = null;
    if (attempt.kind === 'done') this.needs.onDone(task, attempt.answer);
    else this.needs.onRefused(task, attempt.error);
    this.needs.onChange();
  }

  private async pause(kind: 'again' | 'held'): Promise<void> {
    const pause = Math.min(firstWaitMs * 2 ** this.failedAttempts, maxWaitMs);
    this.failedAttempts += 1;
    this.held = kind === 'held';
    const woken = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    this.needs.onChange();
    await (this.held ? woken : Promise.race([this.needs.wait(pause), woken]));
    this.wake = null;
  }
}
