internal import Records

/// Collects the transactions in force while the history is read, starting with the oldest one.
///
/// A command and its undo cancel out unless a transaction between them is in force and affects the
/// same records or definitions.
struct TransactionsInForce {
  private struct Chain {
    var kept: [Int] = []
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

  /// Transactions must be added in order. Each transaction reverses the previous transaction in its
  /// chain, if there is one.
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

  /// Returns whether later transactions in force are unaffected if this one is omitted.
  private mutating func isIndependent(_ number: Int) throws(StoreError) -> Bool {
    let after = numbers[index(of: number + 1)...]
    guard !after.isEmpty else { return true }
    let own = try footprint(of: number)
    for other in after where try footprint(of: other).meets(own) { return false }
    return true
  }

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
