// Loaded before a program: moves its clock, but not that of the machine. On SIGUSR2, the offset is read again from the file
// in CLOCK_FILE, in milliseconds.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let offset = 0;

function MovedDate(...given) {
  if (new.target === undefined) return new RealDate(RealDate.now() + offset).toString();
  const made = given.length === 0 ? new RealDate(RealDate.now() + offset) : new RealDate(...given);
  Object.setPrototypeOf(made, new.target.prototype);
  return made;
}
Object.setPrototypeOf(MovedDate, RealDate);
MovedDate.prototype = RealDate.prototype;
MovedDate.now = () => RealDate.now() + offset;
RealDate.prototype.constructor = MovedDate;
globalThis.Date = MovedDate;

process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
});
