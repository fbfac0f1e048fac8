internal import Records

/// The transactions whose work is in force, while the history is gone through from the oldest on.
///
/// A command and what takes it back leave nothing only if nothing that was done between them and is
/// in force has to do with the same records or definitions. Otherwise both are kept, as changes like
/// any other.
struct TransactionsInForce {
  /// A command, what took it back, and what took that back.
  private struct Chain {
    /// Those of its transactions that are in force.
    var kept: [Int] = []
    /// The one that was left out last.
    var leftOut: Int?
  }

  private let history: History
  private let types: TypeHistory
  /// In ascending order.
  private(set) var numbers: [Int] = []
  private var chains: [Int: Chain] = [:]
  private var footprints: [Int: TransactionFootprint] = [:]

  init(of history: History, with types: TypeHistory) {
    self.history = history
    self.types = types
  }

  /// Adds the next transaction of the history, which takes back the one before it in its chain, if
  /// there is one.
  mutating func add(_ number: Int, ofChain root: Int) throws(StoreError) {
    var chain = chains[root] ?? Chain()
    if let last = chain.kept.last, try isIndependent(last) {
      numbers.remove(at: index(of: last))
      chain.kept.removeLast()
      chain.leftOut = last
    } else if chain.kept.isEmpty, let former = chain.leftOut, try isIndependent(former) {
      numbers.insert(former, at: index(of: former))
      chain.kept.append(former)
    } else {
      numbers.append(number)
      chain.kept.append(number)
    }
    chains[root] = chain
  }

  /// Whether what is in force after a transaction is the same with and without it.
  private mutating func isIndependent(_ number: Int) throws(StoreError) -> Bool {
    let after = numbers[index(of: number + 1)...]
    guard !after.isEmpty else { return true }
    let own = try footprint(of: number)
    for other in after where try footprint(of: other).meets(own) { return false }
    return true
  }

  /// The place of the first transaction from a number on.
  private func index(of number: Int) -> Int {
    numbers.partitionIndex { $0 >= number }
  }

  private mutating func footprint(of number: Int) throws(StoreError) -> TransactionFootprint {
    if let known = footprints[number] { return known }
    var footprint = TransactionFootprint(changesTypes: types.isTurn(number))
    try types.eachChange(of: number) { footprint.add($0, distinction: $1) }
    for change in try types.typeChanges(of: number) {
      if let type = change.new?.type.name { footprint.add(type: type) }
    }
    for object in try history.definedObjects(by: number) { footprint.add(definition: object) }
    footprints[number] = footprint
    return footprint
  }
}
