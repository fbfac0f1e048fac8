/// A transaction that stays open until it is committed or rolled back.
///
/// If it is discarded while it is open, it is rolled back.
public struct OpenTransaction: ~Copyable {
  /// Changes records and definitions.
  public let write: WriteTransaction
  private let store: Store
  private let transaction: Transaction?

  init(of store: Store) {
    write = WriteTransaction(of: store)
    (self.store, transaction) = (store, store.journal.open)
  }

  /// Commits the changes, unless they break a rule.
  ///
  /// If the commit fails, the transaction stays open and can be corrected or rolled back.
  ///
  /// - Parameter reason: Replaces the reason given to ``Store/begin(_:)``.
  /// - Returns: The number of the transaction; nil if it changed nothing.
  @discardableResult
  public func commit(reason: String? = nil) throws(StoreError) -> Int? {
    try checkIsOpen()
    return try store.journal.commit(reason: reason)
  }

  /// Rolls back the transaction.
  public consuming func rollback() throws(StoreError) {
    try checkIsOpen()
    try store.journal.rollback()
  }

  private var isOpen: Bool { transaction != nil && store.journal.open === transaction }

  private func checkIsOpen() throws(StoreError) {
    guard isOpen else { throw StoreError(.refused, .fact(.transactionEnded)) }
  }

  deinit {
    if isOpen { try? store.journal.rollback() }
  }
}
