/// Something that is active or not, and takes others with it.
public protocol InteractorProtocol: AnyObject {
  /// Whether the interactor follows what it is for.
  var isActive: Bool { get }

  /// Begins to follow what the interactor is for; does nothing if it is active.
  func activate()

  /// Ceases to follow it; does nothing if it is not active.
  func deactivate()

  /// The interactors nested here, in the order they came.
  var nested: [any InteractorProtocol] { get }

  /// Nests another interactor after the others, which becomes active if this one is.
  ///
  /// An interactor is nested in one other at most: ``Interactor`` takes it out of the one that it was
  /// nested in before, and leaves it in its place if it is nested here already.
  func nest(_ interactor: any InteractorProtocol)

  /// Takes a nested interactor out and deactivates it; does nothing if it is not nested here.
  func unnest(_ interactor: any InteractorProtocol)

  /// Takes over the symbols of the locale again where they come from one, also in those nested here;
  /// to be called when the user has chosen another locale.
  func localeDidChange()
}

extension InteractorProtocol {
  /// Tells those nested here.
  public func localeDidChange() {
    for interactor in nested { interactor.localeDidChange() }
  }
}

/// An interactor that others can be nested in.
///
/// Activating activates the nested ones first and then itself; deactivating begins with itself.
/// Subclasses override ``willActivate()``, ``didActivate()`` and ``didDeactivate()``.
open class Interactor: InteractorProtocol {
  private let confinement = Confinement()

  /// Whether the interactor is active; it already is when ``didActivate()`` is called.
  public private(set) final var isActive = false
  /// The interactors nested here, in the order they came.
  public private(set) final var nested: [any InteractorProtocol] = []
  /// What the interactor is nested in.
  public private(set) final weak var parent: Interactor?

  /// Makes an interactor that is not active and has none nested in it.
  public init() {}

  /// Activates the nested interactors, then this one; does nothing if it is active.
  public final func activate() {
    confinement.check()
    guard !isActive, !postpones(activation: true) else { return }
    willActivate()
    for interactor in nested { interactor.activate() }
    isActive = true
    didActivate()
  }

  /// Deactivates this interactor, then those nested in it; does nothing if it is not active.
  public final func deactivate() {
    confinement.check()
    guard isActive else {
      _ = postpones(activation: false)
      return
    }
    isActive = false
    didDeactivate()
    for interactor in nested { interactor.deactivate() }
  }

  /// Nests another interactor after the others, which becomes active if this one is.
  ///
  /// One that is nested elsewhere is taken out there first, and one that is nested here already stays
  /// in its place.
  ///
  /// - Precondition: `interactor` is not this one, and this one is not nested in it at any depth.
  public final func nest(_ interactor: any InteractorProtocol) {
    guard !hasNested(interactor) else { return }
    adopt(interactor)
    nested.append(interactor)
    if isActive { interactor.activate() }
  }

  /// Takes a nested interactor out and deactivates it; does nothing if it is not nested here.
  public final func unnest(_ interactor: any InteractorProtocol) {
    guard let index = nested.firstIndex(where: { $0 === interactor }) else { return }
    nested.remove(at: index)
    release(interactor)
  }

  /// Nests these and no others, in their order; one that occurs twice has its first place.
  final func nestOnly(_ interactors: [any InteractorProtocol]) {
    let known = Set(nested.map { ObjectIdentifier($0) })
    var present: Set<ObjectIdentifier> = []
    let interactors = interactors.filter { present.insert(ObjectIdentifier($0)).inserted }
    let gone = nested.filter { !present.contains(ObjectIdentifier($0)) }
    let new = interactors.filter { !known.contains(ObjectIdentifier($0)) }
    new.forEach(adopt)
    nested = interactors
    gone.forEach(release)
    if isActive { for interactor in new { interactor.activate() } }
  }

  /// Whether an interactor is nested here, and not at a greater depth.
  final func hasNested(_ interactor: any InteractorProtocol) -> Bool {
    if let interactor = interactor as? Interactor { return interactor.parent === self }
    return nested.contains { $0 === interactor }
  }

  private func adopt(_ interactor: any InteractorProtocol) {
    precondition(
      !interactor.contains(self), "an interactor cannot be nested in itself or in its own parts")
    guard let interactor = interactor as? Interactor else { return }
    interactor.parent?.unnest(interactor)
    interactor.parent = self
  }

  private func release(_ interactor: any InteractorProtocol) {
    (interactor as? Interactor)?.parent = nil
    interactor.deactivate()
  }

  /// Traps in a debug build on another thread than the one that made the interactor.
  final func checkThread() { confinement.check() }

  /// Tells those nested here; a label or field takes over the symbols of its locale.
  open func localeDidChange() {
    for interactor in nested { interactor.localeDidChange() }
  }

  /// Notes what it is to be later, if it is inactive for a reason of its own.
  func postpones(activation isWanted: Bool) -> Bool { false }

  /// Called before those nested here are activated, to nest others if need be.
  open func willActivate() {}

  /// Called when the interactor, and all that is nested in it, has become active.
  open func didActivate() {}

  /// Called when the interactor is no longer active, and what is nested in it still is.
  open func didDeactivate() {}
}

extension InteractorProtocol {
  /// The text fields nested in it at any depth, in their order; a field is the only one of its own.
  public var fields: [TextFieldInteractor] {
    if let field = self as? TextFieldInteractor { return [field] }
    return nested.flatMap { $0.fields }
  }
}

extension InteractorProtocol {
  /// Whether an interactor is this one, or nested in it at any depth.
  fileprivate func contains(_ other: Interactor) -> Bool {
    self === other || nested.contains { $0.contains(other) }
  }
}

extension Interactor {
  /// The outermost form that is being edited, of those it is nested in and itself.
  var editedForm: FormInteractor? {
    var (form, level): (FormInteractor?, Interactor?) = (nil, self)
    while let interactor = level {
      if let candidate = interactor as? FormInteractor, candidate.isEditing { form = candidate }
      level = interactor.parent
    }
    return form
  }
}
