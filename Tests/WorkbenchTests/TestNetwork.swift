import Foundation
import Synchronization
import Testing

/// A virtual network with a namespace for each node.
///
/// This process carries the packets between the namespaces through TUN devices, because not every
/// kernel can delay packets.
final class TestNetwork {
  /// Whether this process has the rights and tools to create networks.
  static let canBeMade =
    geteuid() == 0 && access("/usr/sbin/ip", X_OK) == 0 && access(Cables.clone, R_OK | W_OK) == 0

  private static let made = Atomic(0)

  private let name: String
  private let cables: Cables
  let addresses: [String]

  /// - Parameters:
  ///   - delay: The time of a packet from one node to another, in milliseconds.
  ///   - variation: The maximum additional time, in milliseconds.
  ///   - loss: The share of packets that are lost.
  init(_ count: Int, delay: Double, variation: Double = 0, loss: Double = 0) throws {
    let number = Self.made.add(1, ordering: .relaxed).newValue
    name = "wb\(getpid() % 10_000)x\(number)"
    addresses = (1...count).map { "\(Cables.network).\($0):9601" }
    cables = try Cables(
      (0..<count).map { [name] in "\(name)c\($0)" }, delay: delay, variation: variation, loss: loss)
    for index in 0..<count {
      let (space, cable) = (space(index), "\(name)c\(index)")
      try run("netns add \(space)")
      try run("link set \(cable) netns \(space)")
      try run("-n \(space) addr add \(Cables.network).\(index + 1)/24 dev \(cable)")
      try run("-n \(space) link set \(cable) up txqueuelen 5000")
      try run("-n \(space) link set lo up")
    }
  }

  deinit {
    cables.end()
    for index in addresses.indices { _ = try? status("netns delete \(space(index))") }
  }

  private func space(_ index: Int) -> String { "\(name)n\(index)" }

  /// The command that runs another command in the namespace of a node.
  func prefix(of index: Int) -> [String] { ["/usr/sbin/ip", "netns", "exec", space(index)] }

  func setCable(of index: Int, isIn: Bool) {
    cables.cut.withLock { if isIn { $0.remove(index) } else { $0.insert(index) } }
  }

  private func run(_ arguments: String) throws {
    try #require(status(arguments) == 0, "ip \(arguments)")
  }

  private func status(_ arguments: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/ip")
    process.arguments = arguments.split(separator: " ").map(String.init)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Carries IPv4 packets between TUN devices, on a thread of its own.
private final class Cables: Sendable {
  static let clone = "/dev/net/tun"
  static let network = "10.213.77"

  private struct Packet {
    var due: Double
    var target: Int
    var bytes: [UInt8]
  }

  let cut = Mutex<Set<Int>>([])
  private let isOver = Atomic(false)
  private let handles: [Int32]
  private let delay: Double
  private let variation: Double
  private let loss: Double

  init(_ names: [String], delay: Double, variation: Double, loss: Double) throws {
    handles = try names.map(Self.device)
    (self.delay, self.variation, self.loss) = (delay, variation, loss)
    Thread.detachNewThread { [self] in carry() }
  }

  func end() { isOver.store(true, ordering: .relaxed) }

  private static func device(_ name: String) throws -> Int32 {
    let handle = open(clone, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    // The layout of `struct ifreq`: a name of 16 bytes and flags, here for packets without a header.
    var request = Array(name.utf8) + [UInt8](repeating: 0, count: 40 - name.utf8.count)
    let flags: UInt16 = 0x0001 | 0x1000
    (request[16], request[17]) = (UInt8(flags & 0xFF), UInt8(flags >> 8))
    let setName: UInt = 0x4004_54CA
    try #require(handle >= 0 && ioctl(handle, setName, &request) == 0, "no TUN device")
    return handle
  }

  private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000 }

  private func carry() {
    var waiting: [Packet] = []
    var ready = handles.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isOver.load(ordering: .relaxed) {
      let rest = min(100, max(0, (waiting.first?.due ?? .infinity) - Self.now))
      poll(&ready, nfds_t(ready.count), Int32(rest.rounded(.up)))
      for index in ready.indices where ready[index].revents != 0 {
        while case let count = read(handles[index], &buffer, buffer.count), count > 0 {
          if let packet = packet(buffer[..<count], from: index) { waiting.append(packet) }
        }
      }
      let now = Self.now
      while let packet = waiting.first, packet.due <= now {
        _ = write(handles[packet.target], packet.bytes, packet.bytes.count)
        waiting.removeFirst()
      }
    }
    for handle in handles { close(handle) }
  }

  /// Returns nil if the packet is lost, or is not for another node.
  private func packet(_ bytes: ArraySlice<UInt8>, from source: Int) -> Packet? {
    guard bytes.count >= 20, bytes[0] >> 4 == 4 else { return nil }
    let target = Int(bytes[19]) - 1
    let isCut = cut.withLock { $0.contains(source) || $0.contains(target) }
    guard handles.indices.contains(target), !isCut, .random(in: 0..<1) >= loss else { return nil }
    let due = Self.now + delay + .random(in: 0...variation)
    return Packet(due: due, target: target, bytes: Array(bytes))
  }
}
