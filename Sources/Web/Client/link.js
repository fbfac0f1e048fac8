import { patience } from "./field.js";

/// After how many pings without an answer a connection counts as lost.
const mostUnanswered = 4;

/// The path below which a proxy serves the pages; empty without one.
const prefix = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/// The path of the page, as the server knows it.
export const shownPath = () => (location.pathname.startsWith(prefix) ? location.pathname.slice(prefix.length) : location.pathname) + location.search;

/// The address of a path.
export const address = path => prefix + path;

/// The connection. Messages that change something have numbers, and are sent again over a new connection
/// until the server has taken them.
export class Link {
  /// - take: called with each message.
  /// - page: told of the state: `lost`, `shown elsewhere`, `restarted`.
  constructor(take, page) {
    Object.assign(this, { take, page });
    this.tab = sessionStorage.getItem("tab") ?? "";
    this.isNew = true;
    this.isReady = false;
    this.number = 0;
    this.unsent = [];
    this.roundTrip = 0;
    this.unanswered = 0;
    this.pause = 250;
    // A copy of the page in another tab must not take over the session.
    const keep = isKept => isKept ? sessionStorage.setItem("tab", this.tab) : sessionStorage.removeItem("tab");
    keep(false);
    addEventListener("pagehide", () => keep(true));
    addEventListener("pageshow", () => keep(false));
    document.addEventListener("visibilitychange", () => keep(document.visibilityState === "hidden"));
    addEventListener("online", () => this.hurry());
    setInterval(() => this.ping(), 2000);
    this.connect();
  }

  /// Whether keys are shown before they are judged.
  get isSlow() { return !this.isReady || this.roundTrip > patience; }

  connect() {
    const address = new URL("ws", import.meta.url);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("tab", this.tab);
    this.socket = new WebSocket(address);
    this.socket.onmessage = event => this.receive(JSON.parse(event.data));
    this.socket.onclose = event => this.lose(event.code);
  }

  lose(code) {
    const wasReady = this.isReady;
    this.isReady = false;
    for (const entry of this.unsent) entry.isAgain = true;
    if (code === 4000) return this.page.shownElsewhere();
    this.page.lost(code, wasReady);
    this.timer = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, 5000);
  }

  /// Connects at once, unless that is being done.
  hurry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.connect();
  }

  ping() {
    // Telephones lose connections without a word.
    if (this.isReady && ++this.unanswered > mostUnanswered) {
      this.socket.onmessage = this.socket.onclose = null;
      this.socket.close();
      this.lose(1006);
    }
    if (this.isReady) this.socket.send(JSON.stringify({ t: "ping", at: performance.now() }));
  }

  receive(message) {
    this.unanswered = 0;
    if (message.t === "ping") return this.measure(performance.now() - message.at);
    if (message.t === "hello") this.greet(message);
    else {
      if (message.n !== undefined) this.taken(message.n);
      this.take(message);
    }
  }

  greet(message) {
    this.pause = 250;
    this.unanswered = 0;
    const isOther = this.run !== undefined && (message.run !== this.run || message.tab !== this.tab);
    [this.tab, this.run] = [message.tab, message.run];
    // The former session has ended, and what it has not taken is not for the new one.
    if (isOther) [this.number, this.unsent] = [message.n, []];
    this.taken(message.n);
    this.take(message);
    if (isOther) this.page.restarted();
    for (const entry of this.unsent) this.socket.send(entry.text);
    // Only now, because the server takes no number below the last.
    this.isReady = true;
    if (this.isNew || isOther) this.send({ t: "open", to: shownPath() });
    this.isNew = false;
    if (this.isLooking) this.send({ t: "look", on: true });
    this.ping();
  }

  measure(time) {
    this.roundTrip = this.roundTrip === 0 ? time : this.roundTrip * 0.7 + time * 0.3;
    const isLooking = this.roundTrip > patience;
    if (isLooking === !!this.isLooking) return;
    this.isLooking = isLooking;
    this.send({ t: "look", on: isLooking });
  }

  taken(n) {
    while (this.unsent.length && this.unsent[0].n <= n) {
      const entry = this.unsent.shift();
      if (entry.n === n && entry.t === "key" && !entry.isAgain) this.measure(performance.now() - entry.at);
    }
    // A page that was loaded again counts on.
    this.number = Math.max(this.number, n);
  }

  /// Sends a message that changes something, and returns its number.
  send(message) {
    const n = ++this.number;
    const entry = { n, text: JSON.stringify({ n, ...message }), t: message.t, isAgain: !this.isReady, at: performance.now() };
    this.unsent.push(entry);
    if (this.isReady && this.socket.readyState === WebSocket.OPEN) this.socket.send(entry.text);
    return n;
  }

  /// Interrupts what runs. Has no number, because the server takes it at once.
  stop() {
    if (this.isReady) this.socket.send(JSON.stringify({ t: "stop" }));
  }
}
