import Foundation

/// Pages in a browser, from the program that serves them to a client that takes the browser's part.
func pages(_ table: Table) throws {
  table.begin(
    "Pages in a browser",
    """
    Elapsed time from the message of a page to the answer, over the loopback interface. There is no
    browser, so drawing is not counted. Memory does not include the pages of the program's file.
    """)
  try table.limit("address printed after", 50e-3) {
    let store = try people(10)
    return try (0..<5).map { _ in try Served(store).start }.min() ?? 0
  }
  try keys(table)
  try table.limit("first screen, 100 of 100,000", 100e-3) {
    let page = try Served(numbers(100_000)).page()
    return try (0..<10).map { _ in try page.time(["t": "open", "to": "/-/type/N"], "screen") }.min()
      ?? 0
  }
  try table.limit("search in 100,000, to each answer", 250e-3) {
    let page = try Served(numbers(100_000)).page()
    try page.time(["t": "open", "to": "/-/type/N"], "screen")
    return try ["9", "99", "999", "9999", "99999"].map { text in
      try page.time(["t": "list", "find": text], "screen")
    }.max() ?? 0
  }
  try table.limit("form with 50 rows opened", 100e-3) { try order().open() }
  try table.limit("key in a form with 50 rows, median", 1e-3) {
    let page = try order()
    _ = try page.open()
    return try median(page.keys(200))
  }
  try table.limit("another tab sees a change", 50e-3) {
    let served = try Served(people(10))
    let (own, other) = (try served.page(), try served.page())
    for page in [own, other] { try page.time(["t": "open", "to": "/Person/1"], "screen") }
    return try median(
      (1...20).map { number in
        let start = try own.set(age: number)
        try other.wait("\"text\":\"\(number)\"")
        return (ContinuousClock.now - start) / .seconds(1)
      })
  }
  try table.limit("another program's change is seen", 250e-3) {
    let store = try people(10)
    let page = try Served(store).page()
    try page.time(["t": "open", "to": "/Person/1"], "screen")
    return try (1...10).map { number in
      try Child(program: [store, "-c", "set Person/1.age \(number)"])
      let start = ContinuousClock.now
      try page.wait("\"text\":\"\(number)\"")
      return (ContinuousClock.now - start) / .seconds(1)
    }.max() ?? 0
  }
  try sizes(table)
}

private func keys(_ table: Table) throws {
  let single = Result { try Served(people(10)).page().typing(1000) }
  try table.limit("verdict of a key, median", 1e-3) { try quantile(0.5, single.get()) }
  try table.limit("verdict of a key, 99 %", 5e-3) { try quantile(0.99, single.get()) }
  try table.limit("50 people at 5 keys a second, 99 %", 30e-3) {
    let served = try Served(people(10))
    let pages = try (0..<50).map { _ in try served.page() }
    for page in pages { try page.beginForm() }
    return try quantile(0.99, typing(pages, keys: 2500, every: 4))
  }
}

private func sizes(_ table: Table) throws {
  try table.limit("memory without a tab", 14e6, in: .bytes) { try Served(people(10)).memory }
  try table.limit("memory of a tab", 1.5e6, in: .bytes) {
    let served = try Served(people(10))
    let before = served.memory
    let pages = try (0..<50).map { _ in try served.page() }
    for page in pages { try page.beginForm() }
    return (served.memory - before) / Double(pages.count)
  }
  let reference = Result { try references() }
  try table.limit("form with a reference to 100,000 records", 50e-3) { try reference.get().time }
  try table.limit("memory of five such forms", 20e6, in: .bytes) { try reference.get().memory }
  try table.limit("processor, 50 idle tabs for a second", 10e-3) {
    let served = try Served(people(10))
    let pages = try (0..<50).map { _ in try served.page() }
    for page in pages { try page.time(["t": "open", "to": "/-/type/Person"], "screen") }
    sleep(2)
    let before = served.processorTime
    sleep(10)
    return (served.processorTime - before) / 10
  }
  try table.limit("end with 50 open forms", 1) {
    let served = try Served(people(10))
    let pages = try (0..<50).map { _ in try served.page() }
    for page in pages { try page.beginForm() }
    return try served.end()
  }
  try table.limit("the client, unpacked", 96e3, in: .bytes) {
    let folder = Place.root.appending(path: "Sources/Web/Client")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(0) { sum, name in
      try sum + Double(Data(contentsOf: folder.appending(path: name)).count)
    }
  }
}

private func references() throws -> (time: Double, memory: Double) {
  let store = try numbers(100_000)
  try Child(program: [
    store, "-c", "define M { m: N, note: Text? }", "-c", "screen Ms for [M] { menu add }",
  ])
  let served = try Served(store)
  let pages = try (0..<5).map { _ in try served.page() }
  for page in pages { try page.time(["t": "open", "to": "/Ms"], "screen") }
  let before = served.memory
  // Nobody asks for a form at once, and the choices are read meanwhile.
  sleep(1)
  let times = try pages.map { try $0.time(["t": "do", "c": "add"], "field") }
  // The keys for which the field lists candidates.
  for page in pages {
    for letter in "99" { try page.time(["t": "key", "c": String(letter)], "field") }
  }
  return (times.max() ?? 0, served.memory - before)
}

private func quantile(_ part: Double, _ times: [Double]) -> Double {
  times.sorted()[min(times.count - 1, Int(Double(times.count) * part))]
}

private func median(_ times: [Double]) -> Double { quantile(0.5, times) }

private func people(_ count: Int) throws -> String {
  let store = try Place.new()
  try Child(program: [
    store, "-c", "define Person { name: Text key, age: Integer? in 0...1000000 }", "-c",
    (1...count).map { "new Person name=\"person \($0)\"" }.joined(separator: "; "),
    "-c", "screen People for [Person] { columns name, age; menu add }",
    "-c", "screen Sheet for Person { field g on age }",
  ])
  return store
}

private func numbers(_ count: Int) throws -> String {
  let store = try Place.new()
  let rows = try Place.file("numbers.csv", (0..<count).map { "\($0)\n" }.joined())
  try Child(program: [
    store, "-c", "define N { n: Integer key }", "-c", "import \"\(rows)\" into N --columns n",
  ])
  return store
}

/// A page with an order of 50 rows.
private func order() throws -> PageClient {
  let store = try Place.new()
  let rows = (1...50).map { "append o.lines new Line what=\"part \($0)\" count=\($0)" }
  try Child(program: [
    store, "-c", "define Line { what: Text, count: Integer in 1...999 }",
    "-c", "define Order { name: Text key, lines: [Line] owned }",
    "-c", "new Order name=\"order 1\" as o", "-c", rows.joined(separator: "; "),
    "-c", "screen Orders for [Order] { columns name; menu edit }",
  ])
  return try Served(store).page()
}

/// `workbench serve`.
private final class Served {
  private let process = Process()
  /// Until the address was printed, in seconds.
  let start: Double
  private let port: UInt16
  private let cookie: String

  init(_ store: String) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Place.program)
    process.arguments = ["serve", store, "--port", "0"]
    process.environment = ["XDG_STATE_HOME": try Place.new(), "USER": "benchmark"]
    process.standardOutput = output
    let began = ContinuousClock.now
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    start = (ContinuousClock.now - began) / .seconds(1)
    guard let address = URL(string: line.trimmingCharacters(in: .newlines)),
      let port = address.port, let query = address.query
    else { throw Failure(words: "no address: \(line)") }
    self.port = UInt16(port)
    let client = try PageClient(port: self.port)
    try client.send("GET /?\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    let head = try client.head()
    let name = "workbench-\(port)="
    guard let found = head.range(of: name) else { throw Failure(words: head) }
    cookie = name + head[found.upperBound...].prefix { $0 != ";" }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  func page() throws -> PageClient {
    let client = try PageClient(port: port, of: self)
    let host = "127.0.0.1:\(port)"
    try client.send(
      """
      GET /-/ws?tab= HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nCookie: \(cookie)\r\n\
      Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
      """)
    _ = try client.head()
    try client.wait("\"t\":\"hello\"")
    return client
  }

  /// Ends the server as systemd does; returns for how long that took, in seconds.
  func end() throws -> Double {
    let start = ContinuousClock.now
    process.terminate()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(words: "it did not end well") }
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// In bytes, without the pages of the program's file.
  var memory: Double {
    let text =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8))
      ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return (line.flatMap { Double($0.filter(\.isNumber)) } ?? 0) * 1024
  }

  /// In seconds.
  var processorTime: Double {
    let text =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8))
      ?? ""
    // The fields behind the name, which is in parentheses.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

private struct Failure: Error { var words: String }

/// Types in several pages, one key after another.
///
/// - Parameter pause: Between two keys, in milliseconds.
private func typing(_ pages: [PageClient], keys: Int, every pause: Int) throws -> [Double] {
  var times: [Double] = []
  let start = ContinuousClock.now
  for key in 0..<keys {
    let due = start + .milliseconds(key * pause)
    // The answers are read meanwhile.
    repeat {
      let left = max(0, (due - ContinuousClock.now) / .milliseconds(1))
      var entries = pages.map { pollfd(fd: $0.handle, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, nfds_t(entries.count), Int32(left)) > 0 else { break }
      for (entry, page) in zip(entries, pages) where entry.revents != 0 {
        times += try page.answers()
      }
    } while ContinuousClock.now < due
    try pages[key % pages.count].key(key / pages.count % 20 == 19 ? nil : "a")
  }
  for page in pages { while page.isWaiting { times += try page.answers(isBlocking: true) } }
  return times
}

private final class PageClient {
  let handle: Int32
  private let server: Served?
  private var received: [UInt8] = []
  private var number = 0
  private var sent: [Int: ContinuousClock.Instant] = [:]

  /// - Parameter server: Runs as long as the client.
  init(port: UInt16, of server: Served? = nil) throws {
    self.server = server
    handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure(words: "no connection") }
    var (yes, patience) = (Int32(1), timeval(tv_sec: 60, tv_usec: 0))
    setsockopt(handle, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    setsockopt(
      handle, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(handle) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  private func send(_ bytes: [UInt8]) throws {
    guard write(handle, bytes, bytes.count) == bytes.count else {
      throw Failure(words: "the connection was closed")
    }
  }

  private func receive(isBlocking: Bool = true) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(handle, &buffer, buffer.count, isBlocking ? 0 : Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN, !isBlocking { return false }
    guard count > 0 else { throw Failure(words: "the server does not answer") }
    received += buffer.prefix(count)
    return true
  }

  func head() throws -> String {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let place = received.indices.first(where: { received[$0...].starts(with: end) }) {
        defer { received.removeFirst(place + 4) }
        return String(decoding: received[..<place], as: UTF8.self)
      }
      _ = try receive()
    }
  }

  /// The next message that has come whole.
  private func message() -> String? {
    guard received.count >= 2 else { return nil }
    var (start, length) = (2, Int(received[1]))
    if length >= 126 {
      let digits = length == 126 ? 2 : 8
      guard received.count >= 2 + digits else { return nil }
      length = received[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) }
      start += digits
    }
    guard received.count >= start + length else { return nil }
    defer { received.removeFirst(start + length) }
    return String(decoding: received[start..<start + length], as: UTF8.self)
  }

  /// Reads messages up to one that has a text.
  func wait(_ text: String) throws {
    while true {
      while let message = message() { if message.contains(text) { return } }
      _ = try receive()
    }
  }

  /// Sends a message, and returns the time until the answer to it.
  @discardableResult
  func time(_ members: [String: Any], _ kind: String) throws -> Double {
    let start = try send(members)
    try wait("{\"t\":\"\(kind)\",\"n\":\(number),")
    return (ContinuousClock.now - start) / .seconds(1)
  }

  @discardableResult
  private func send(_ members: [String: Any]) throws -> ContinuousClock.Instant {
    number += 1
    let object = members.merging(["n": number]) { $1 }
    let text = [UInt8](try JSONSerialization.data(withJSONObject: object))
    // A mask of zeros is one.
    let length: [UInt8] =
      text.count < 126
      ? [0x80 | UInt8(text.count)] : [0x80 | 126, UInt8(text.count >> 8), UInt8(text.count & 255)]
    let start = ContinuousClock.now
    try send([0x81] + length + [0, 0, 0, 0] + text)
    return start
  }

  // MARK: Keys

  func beginForm() throws {
    try time(["t": "open", "to": "/People"], "screen")
    try time(["t": "do", "c": "add"], "field")
  }

  /// The times of keys, one after the other.
  func typing(_ keys: Int) throws -> [Double] {
    try beginForm()
    return try self.keys(keys)
  }

  /// Opens the form of the only order; returns the time.
  func open() throws -> Double {
    try time(["t": "open", "to": "/Orders"], "screen")
    try time(["t": "select", "ids": ["Order/1"]], "screen")
    return try time(["t": "do", "c": "edit"], "field")
  }

  func keys(_ count: Int) throws -> [Double] {
    try (0..<count).map { key in
      let part = key % 40 < 20 ? ["c": "a"] : ["k": "BS"]
      return try time(["t": "key"].merging(part) { $1 }, "field")
    }
  }

  /// - Parameter letter: Nil deletes all.
  func key(_ letter: String?) throws {
    let part = letter.map { ["c": $0] } ?? ["k": "Clear"]
    sent[number + 1] = try send(["t": "key"].merging(part) { $1 })
  }

  var isWaiting: Bool { !sent.isEmpty }

  /// The times of keys whose answers have come.
  func answers(isBlocking: Bool = false) throws -> [Double] {
    if try !receive(isBlocking: isBlocking) { return [] }
    let now = ContinuousClock.now
    var times: [Double] = []
    while let message = message() {
      guard let found = message.range(of: "{\"t\":\"field\",\"n\":"),
        let answered = Int(message[found.upperBound...].prefix(while: \.isNumber))
      else { continue }
      for (key, start) in sent where key <= answered {
        times.append((now - start) / .seconds(1))
        sent[key] = nil
      }
    }
    return times
  }

  /// Returns when Return was sent.
  func set(age: Int) throws -> ContinuousClock.Instant {
    try time(["t": "focus", "f": "Person/1.g"], "field")
    try time(["t": "key", "p": "\(age)"], "field")
    let start = try send(["t": "key", "k": "Return"])
    try wait("\"t\":\"formEnd\"")
    return start
  }
}
