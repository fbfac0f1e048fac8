internal import Glibc

/// Reads keys from a terminal: characters, key sequences, pastes, and signals between them.
final class KeyReader {
  /// What a person or the system has done.
  enum Event: Equatable {
    case character(Unicode.Scalar)
    /// The escape key alone.
    case escape
    /// A character with Alt, or directly after the escape key.
    case meta(Unicode.Scalar)
    /// An escape sequence, without the escape.
    case sequence(String)
    /// A text that was put in at once.
    case paste(String)
    /// Bytes that are no character of UTF-8.
    case garbage
    case interruption
    case suspension
    case resize
    /// No more keys: the terminal has gone, or the program is asked to end.
    case end
  }

  /// How long the rest of an escape sequence may take, in milliseconds.
  private static let patience: Int32 = 50

  /// How long the input has to be idle before deferred work is done, in milliseconds.
  private static let pause: Int32 = 250
  /// How long to wait before deferred work is tried again.
  private static let longPause: Int32 = 2000

  /// Does deferred work when the input pauses; false if it is to be tried again.
  var whenIdle: () -> Bool = { true }

  /// Whether the terminal reports where its cursor is, as far as it was asked.
  private(set) var isReported = true

  private let descriptor: Int32
  /// Whether the descriptor is one of its own.
  private let isOwn: Bool
  private var postponed: [Event] = []
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var isBroken = false

  init(_ descriptor: Int32) {
    // Ctrl-C takes away what has not been read, even if it was just seen to be there: reading must
    // not wait, and this mode is of the description, which other programs share.
    let own =
      isatty(descriptor) == 1
      ? open("/proc/self/fd/\(descriptor)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
    isOwn = own >= 0
    self.descriptor = isOwn ? own : descriptor
  }

  deinit {
    if isOwn { close(descriptor) }
  }

  /// Whether more may come after the end of input, which a terminal sends for Ctrl-D.
  func mayGoOn() -> Bool {
    guard !isBroken else { return false }
    isAtEnd = false
    return true
  }

  /// Waits for what comes next.
  func next() -> Event {
    while true {
      if let event = next(within: -1) { return event }
    }
  }

  /// Waits for what comes next, but not longer than so many milliseconds; nil where nothing came.
  func next(within time: Int32) -> Event? {
    guard postponed.isEmpty else { return postponed.removeFirst() }
    while true {
      let event = event(within: time)
      guard event?.reportedColumn != nil else { return event }
      // A report that comes late is no key.
      isReported = true
    }
  }

  /// Waits for the terminal to report in which column its cursor is; nil where it does not.
  ///
  /// What comes before is kept to be next.
  func nextReport() -> Int? {
    for _ in 0..<4 {
      while let event = event(within: Self.pause) {
        if let column = event.reportedColumn { return column }
        postponed.append(event)
        guard event != .end else { return nil }
      }
    }
    isReported = false
    return nil
  }

  private func event(within time: Int32) -> Event? {
    if let event = signalled { return event }
    guard let byte = nextByte(within: time) else { return isAtEnd ? .end : signalled }
    if byte == 0x1B { return escape() }
    return scalar(from: byte).map(Event.character) ?? .garbage
  }

  private var signalled: Event? {
    if TerminalSignals.ending != nil { return .end }
    if TerminalSignals.take(SIGINT) { return .interruption }
    if TerminalSignals.take(SIGTSTP) { return .suspension }
    if TerminalSignals.take(SIGWINCH) { return .resize }
    return nil
  }

  // MARK: Bytes

  /// The next byte; nil at the end, after a signal, or when the time is up (in milliseconds, less
  /// than 0 for any time).
  private func nextByte(within time: Int32, reading count: Int = 1) -> UInt8? {
    if position == buffer.count {
      position = 0
      buffer.removeAll(keepingCapacity: true)
      guard wait(for: time) else { return nil }
      // One by one, for what follows a line may be meant for another program.
      var bytes = Array(repeating: UInt8(0), count: count)
      let length = read(descriptor, &bytes, count)
      if length <= 0 {
        isBroken = length < 0 && errno != EINTR && errno != EAGAIN
        isAtEnd = length == 0 || isBroken
        if isBroken { TerminalSignals.hangUp() }
        return nil
      }
      buffer += bytes[..<length]
    }
    defer { position += 1 }
    return buffer[position]
  }

  private func wait(for time: Int32) -> Bool {
    guard time < 0 || time > Self.pause else { return poll(for: time) ?? false }
    if let isThere = poll(for: Self.pause) { return isThere }
    var isDone = whenIdle()
    while time < 0, !isDone {
      if let isThere = poll(for: Self.longPause) { return isThere }
      isDone = whenIdle()
    }
    return poll(for: max(time - Self.pause, -1)) ?? false
  }

  /// Waits for a byte or a signal, and says whether it is a byte; nil when the time is up.
  private func poll(for time: Int32) -> Bool? {
    var waits = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = Glibc.poll(&waits, 2, time)
    guard count > 0 else { return count == 0 ? nil : false }
    if waits[0].revents != 0 { return true }
    // Only now: a signal that came with bytes is still there to be seen after them.
    TerminalSignals.silence()
    return false
  }

  /// The character that begins with a byte; nil for what is none.
  private func scalar(from first: UInt8) -> Unicode.Scalar? {
    if first < 0x80 { return Unicode.Scalar(first) }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0
    var bytes = [first]
    while bytes.count < count, let byte = nextByte(within: Self.patience) {
      guard byte & 0xC0 == 0x80 else {
        position -= 1
        break
      }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }

  // MARK: Sequences

  private func escape() -> Event {
    guard let byte = nextByte(within: Self.patience) else { return .escape }
    guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
      if byte == 0x1B {
        position -= 1
        return .escape
      }
      return scalar(from: byte).map(Event.meta) ?? .garbage
    }
    var bytes = [byte]
    while let byte = nextByte(within: Self.patience) {
      bytes.append(byte)
      // Parameters come before the byte that ends the sequence.
      if (0x40...0x7E).contains(byte) || byte < 0x20 || bytes.count > 30 { break }
    }
    guard bytes.count > 1 else { return .meta(Unicode.Scalar(byte)) }
    let sequence = String(decoding: bytes, as: UTF8.self)
    return sequence == "[200~" ? .paste(paste()) : .sequence(sequence)
  }

  /// The text up to the end of a paste, its lines ended by newlines; none if it is broken off.
  private func paste() -> String {
    let end = Array("\u{1B}[201~".utf8)
    var bytes: [UInt8] = []
    while !bytes.suffix(end.count).elementsEqual(end) {
      guard let byte = nextByte(within: -1, reading: 1 << 12) else {
        if isAtEnd || TerminalSignals.isPending { return "" }
        continue
      }
      bytes.append(byte)
    }
    bytes.removeLast(end.count)
    return String(decoding: bytes, as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }
}

extension KeyReader.Event {
  /// The column, counted from 0, if the terminal reports where its cursor is.
  fileprivate var reportedColumn: Int? {
    guard case .sequence(let sequence) = self,
      let match = sequence.wholeMatch(of: /\[[0-9]+;([0-9]+)R/)
    else { return nil }
    return Int(match.1).map { $0 - 1 }
  }
}
