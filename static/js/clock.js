// Times as all pages say them: in UTC, which is named. The day stands before a time of another day.

const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC", timeZoneName: "short" };
const DAY = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };

export function clock(at, now = Date.now()) {
  const say = (how, when) => new Intl.DateTimeFormat(`${document.documentElement.lang}-u-nu-latn`, how).format(when);
  const time = say(TIME, at);
  const day = say(DAY, at);
  return day === say(DAY, now) ? time : `${day}, ${time}`;
}
