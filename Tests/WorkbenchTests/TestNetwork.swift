import Foundation
import Testing

/// A virtual network with a namespace and a cable for each node; slow and lossy if the kernel has
/// `netem`.
final class TestNetwork {
  /// Whether this process has the rights and tools to create networks.
  static let canBeMade =
    geteuid() == 0 && ["ip", "tc"].allSatisfy { access("/usr/sbin/\($0)", X_OK) == 0 }

  private let name = "wb\(getpid() % 10_000)"
  private let count: Int
  let addresses: [String]

  init(_ count: Int, delay: String = "delay 10ms 5ms loss 1%") throws {
    self.count = count
    addresses = (1...count).map { "10.213.77.\($0):9601" }
    try run("ip", "link add \(name)b type bridge")
    try run("ip", "link set \(name)b up")
    for index in 0..<count {
      let cable = "\(name)c\(index)"
      try run("ip", "netns add \(space(index))")
      try run("ip", "link add \(cable) type veth peer name eth0 netns \(space(index))")
      try run("ip", "link set \(cable) master \(name)b up")
      try run("ip", "-n \(space(index)) addr add 10.213.77.\(index + 1)/24 dev eth0")
      try run("ip", "-n \(space(index)) link set eth0 up")
      try run("ip", "-n \(space(index)) link set lo up")
      _ = try status("tc", "qdisc add dev \(cable) root netem \(delay)")
    }
  }

  deinit {
    for index in 0..<count { _ = try? status("ip", "netns delete \(space(index))") }
    _ = try? status("ip", "link delete \(name)b")
  }

  private func space(_ index: Int) -> String { "\(name)n\(index)" }

  func prefix(of index: Int) -> [String] { ["/usr/sbin/ip", "netns", "exec", space(index)] }

  func setCable(of index: Int, isIn: Bool) throws {
    try run("ip", "link set \(name)c\(index) \(isIn ? "up" : "down")")
  }

  private func run(_ program: String, _ arguments: String) throws {
    try #require(status(program, arguments) == 0, "\(program) \(arguments)")
  }

  private func status(_ program: String, _ arguments: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/\(program)")
    process.arguments = arguments.split(separator: " ").map(String.init)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
