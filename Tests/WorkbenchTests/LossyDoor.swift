import Foundation
import Synchronization
import Testing

final class LossyDoor: Sendable {
  let path: String
  private let door: String
  private let listener: Int32
  /// The refusals after the loss of the next commit.
  private let loss = Mutex<Int?>(nil)
  private let refusals = Atomic(0)
  private let losesBegin = Atomic(false)
  /// The number of requests until one is lost with its connection; 0 if none is.
  private let untilLoss = Atomic(0)

  init(before door: String, at path: String) throws {
    (self.door, self.path) = (door, path)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(Self.call(bind, listener, path) == 0)
    try #require(listen(listener, 8) == 0)
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        let node = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard !refuses, Self.call(connect, node, door) == 0 else {
          close(client)
          close(node)
          continue
        }
        relay(client, node)
      }
    }
  }

  /// - Parameter count: How many of the next connections are refused.
  func loseNextCommit(refusing count: Int = 0) { loss.withLock { $0 = count } }

  /// Closes the next connection that begins a write transaction, before its second request.
  func loseNextBegin() { losesBegin.store(true, ordering: .relaxed) }

  var losesNextBegin: Bool { losesBegin.load(ordering: .relaxed) }

  /// - Parameter count: 1 for the next request.
  func loseRequest(_ count: Int) { untilLoss.store(count, ordering: .relaxed) }

  var losesRequest: Bool { untilLoss.load(ordering: .relaxed) > 0 }

  func shut() { shutdown(listener, Int32(SHUT_RDWR)) }

  private var refuses: Bool {
    guard refusals.load(ordering: .relaxed) > 0 else { return false }
    refusals.subtract(1, ordering: .relaxed)
    return true
  }

  private func relay(_ client: Int32, _ node: Int32) {
    let lost = Box(Mutex(false))
    let ends = Box(Atomic(0))
    @Sendable func finish() {
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(node, Int32(SHUT_RDWR))
      guard ends.value.add(1, ordering: .relaxed).newValue == 2 else { return }
      close(client)
      close(node)
    }
    Thread.detachNewThread { [self] in
      var hasBegun = false
      while !hasBegun, let bytes = Self.read(client) {
        if losesRequest, untilLoss.subtract(1, ordering: .relaxed).newValue == 0 { break }
        hasBegun =
          bytes.contains("BEGIN IMMEDIATE".utf8)
          && losesBegin.exchange(false, ordering: .relaxed)
        if bytes.contains("COMMIT".utf8), let loss = takeLoss() {
          refusals.store(loss, ordering: .relaxed)
          lost.value.withLock { $0 = true }
        }
        guard Self.write(bytes, to: node) else { break }
      }
      // The next request is lost.
      if hasBegun { _ = Self.read(client) }
      finish()
    }
    Thread.detachNewThread {
      while let bytes = Self.read(node) {
        // The node has answered, so the change is stored.
        if lost.value.withLock({ $0 }) { break }
        guard Self.write(bytes, to: client) else { break }
      }
      finish()
    }
  }

  private func takeLoss() -> Int? {
    loss.withLock { loss in
      defer { loss = nil }
      return loss
    }
  }

  /// Shares a noncopyable value between both directions of a connection.
  private final class Box<Value: ~Copyable & Sendable>: Sendable {
    let value: Value
    init(_ value: consuming Value) { self.value = value }
  }

  // MARK: Sockets

  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ handle: Int32,
    _ path: String
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(handle, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func read(_ handle: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(handle, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  private static func write(_ bytes: [UInt8], to handle: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
