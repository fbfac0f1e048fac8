internal import Values

/// The state of a node, which a node reports even without a leader.
///
/// dqlite answers two numbers for each node, the failure domain and the weight, and uses neither. The
/// first one contains the node's newest transaction, and the second one its options and disk space.
package struct NodeReport: Hashable, Sendable {
  /// The number and time of a transaction, the time in seconds since 1970.
  package struct Transaction: Hashable, Sendable, Comparable {
    package var number: Int
    package var time: Int

    package static func < (left: Transaction, right: Transaction) -> Bool {
      left.number < right.number
    }

    var word: UInt64 { UInt64(clamping: number) << 32 | UInt64(UInt32(clamping: time)) }
  }

  struct Options: Hashable, Sendable {
    private static let format: UInt64 = 1
    private static let unitOfRoom = 24

    var latency = 0
    /// Three numbers, such as 0.3.0.
    var version = ""
    /// In bytes, up to 4 TB.
    var room = 0

    var word: UInt64 {
      let numbers = (version.split(separator: ".").map { UInt64(UInt8($0) ?? 0) } + [0, 0, 0])
      let units = min(UInt64(room) >> Self.unitOfRoom, 1 << 18 - 1)
      return numbers.prefix(3).reduce(Self.format) { $0 << 8 | $1 } << 32 | UInt64(latency) << 18
        | units
    }

    init(latency: Int, version: String, room: Int) {
      (self.latency, self.version, self.room) = (latency, version, room)
    }

    /// Returns nil if the node has an older program, which reports nothing.
    init?(_ word: UInt64) {
      guard word >> 56 == Self.format else { return nil }
      latency = Int(word >> 18 & (1 << 14 - 1))
      version = [48, 40, 32].map { String(word >> $0 & 0xFF) }.joined(separator: ".")
      room = Int(word & (1 << 18 - 1)) << Self.unitOfRoom
    }
  }

  /// Nil if the node has no database yet.
  package let newest: Transaction?
  private let options: Options
  package var latency: Int { options.latency }
  package var version: String { options.version }
  package var room: Int { options.room }

  /// Returns nil if the node does not answer, or has an older program.
  init?(at address: String) {
    guard let place = SocketAddress(network: address),
      let wire = try? Wire(to: place, patience: 1_000)
    else { return nil }
    wire.add(.client(0))
    try? self.init(wire)
  }

  init?(_ wire: Wire) throws(Socket.Failure) {
    // Opening the database lets the node look for the newest transaction.
    wire.add(.open(ClusterPlace.ordinaryDatabase))
    wire.add(.describe)
    guard case .description(let first, let second) = try wire.answers().last,
      let options = Options(second)
    else { return nil }
    self.options = options
    newest =
      first == 0 ? nil : Transaction(number: Int(first >> 32), time: Int(first & 0xFFFF_FFFF))
  }
}
