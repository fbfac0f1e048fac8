import Foundation
import Synchronization
import Testing

/// A SOCKS proxy that delays each byte, and cuts connections.
final class DelayProxy: Sendable {
  let port: UInt16
  private let listener: Int32
  /// In each direction.
  private let delay: Duration
  private let isBlocked = Atomic(false)
  private let awaitsAnswer = Atomic(false)
  /// The open connections. Written by their threads and by tests.
  private let connections = Mutex<[Int32: Connection]>([:])

  private struct Connection {
    var server: Int32
    var pipes: [Pipe]
  }

  /// - Parameter roundTrip: In milliseconds.
  init(roundTrip: Int) throws {
    delay = .milliseconds(roundTrip) / 2
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, length) = (listener, size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    try #require(isBound)
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { [self] in serve(client) }
      }
      // Closed here, because another thread could get the same number while this one still listens.
      close(listener)
    }
  }

  /// Cuts all connections.
  func cut() {
    connections.withLock { connections in
      for (client, connection) in connections {
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(connection.server, Int32(SHUT_RDWR))
      }
    }
  }

  /// Loses all that is sent over the present connections from now on, without closing them.
  func silence() {
    connections.withLock { connections in
      for pipe in connections.values.flatMap(\.pipes) { pipe.silence() }
    }
  }

  /// Cuts all connections, and refuses new ones until they are allowed again.
  func block() {
    isBlocked.store(true, ordering: .relaxed)
    cut()
  }

  /// Does so as soon as the server says something, which is lost.
  func blockAtAnswer() { awaitsAnswer.store(true, ordering: .relaxed) }

  func allow() {
    awaitsAnswer.store(false, ordering: .relaxed)
    isBlocked.store(false, ordering: .relaxed)
  }

  func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    cut()
  }

  // MARK: Connections

  private func serve(_ client: Int32) {
    guard !isBlocked.load(ordering: .relaxed), let server = greet(client) else {
      close(client)
      return
    }
    var one: Int32 = 1
    for handle in [client, server] {
      setsockopt(handle, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }
    let answers = Pipe(from: server, to: client, delay) { [self] in
      if awaitsAnswer.exchange(false, ordering: .relaxed) { block() }
    }
    let pipes = [Pipe(from: client, to: server, delay), answers]
    connections.withLock { $0[client] = Connection(server: server, pipes: pipes) }
    for pipe in pipes { pipe.wait() }
    connections.withLock { $0[client] = nil }
    close(client)
    close(server)
  }

  /// Connects as RFC 1928 has it, to this machine only; returns the server's socket.
  private func greet(_ client: Int32) -> Int32? {
    guard let hello = Self.read(client, 2), Self.read(client, Int(hello[1])) != nil else {
      return nil
    }
    Self.write([5, 0], to: client)
    guard let request = Self.read(client, 4) else { return nil }
    let length: Int
    switch request[3] {
    case 1: length = 4
    case 3: length = Self.read(client, 1).map { Int($0[0]) } ?? 0
    default: length = 16
    }
    guard Self.read(client, length) != nil, let port = Self.read(client, 2) else { return nil }
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = (UInt16(port[0]) << 8 | UInt16(port[1])).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    Self.write([5, isConnected ? 0 : 5, 0, 1, 0, 0, 0, 0, 0, 0], to: client)
    if isConnected { return server }
    close(server)
    return nil
  }

  private static func read(_ handle: Int32, _ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var part = [UInt8](repeating: 0, count: count - bytes.count)
      let length = recv(handle, &part, part.count, 0)
      guard length > 0 else { return nil }
      bytes += part[..<length]
    }
    return bytes
  }

  @discardableResult
  private static func write(_ bytes: [UInt8], to handle: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// One direction of a connection: what a thread has read, another one writes later.
  private final class Pipe: Sendable {
    private struct Part {
      var time: ContinuousClock.Instant
      /// Empty at the end.
      var bytes: [UInt8]
    }

    private let source: Int32
    private let target: Int32
    private let delay: Duration
    private let willWrite: @Sendable () -> Void
    /// Filled by the thread that reads, emptied by the one that writes.
    private let parts = Mutex<[Part]>([])
    private let filled = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    /// Set by tests.
    private let isSilent = Atomic(false)

    init(
      from source: Int32, to target: Int32, _ delay: Duration,
      willWrite: @escaping @Sendable () -> Void = {}
    ) {
      (self.source, self.target, self.delay) = (source, target, delay)
      self.willWrite = willWrite
      Thread.detachNewThread { [self] in read() }
      Thread.detachNewThread { [self] in write() }
    }

    func silence() { isSilent.store(true, ordering: .relaxed) }

    /// Waits until both threads have ended.
    func wait() {
      ended.wait()
      ended.wait()
    }

    private func read() {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      var count = 0
      repeat {
        count = recv(source, &bytes, bytes.count, 0)
        put(count > 0 ? Array(bytes[..<count]) : [])
      } while count > 0
      ended.signal()
    }

    private func put(_ bytes: [UInt8]) {
      parts.withLock { $0.append(Part(time: .now + delay, bytes: bytes)) }
      filled.signal()
    }

    private func write() {
      while true {
        filled.wait()
        let part = parts.withLock { $0.removeFirst() }
        let pause = part.time - .now
        if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
        if !part.bytes.isEmpty, isSilent.load(ordering: .relaxed) { continue }
        if !part.bytes.isEmpty { willWrite() }
        guard !part.bytes.isEmpty, DelayProxy.write(part.bytes, to: target) else { break }
      }
      shutdown(source, Int32(SHUT_RDWR))
      shutdown(target, Int32(SHUT_RDWR))
      ended.signal()
    }
  }
}
