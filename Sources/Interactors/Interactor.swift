public import Validation

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An object that can be activated together with nested objects.
public protocol InteractorProtocol: AnyObject {
  /// Whether the interactor is active and follows its subject.
  var isActive: Bool { get }

  /// Starts following the subject; does nothing if already active.
  func activate()

  /// Stops following the subject; does nothing if not active.
  func deactivate()

  /// The nested interactors, in order.
  var nested: [any InteractorProtocol] { get }

  /// Nests another interactor at the end, and activates it if this interactor is active.
  ///
  /// An interactor has at most one parent: ``Interactor`` removes it from its former parent, and
  /// keeps its position if it is already nested in the new parent.
  func nest(_ interactor: any InteractorProtocol)

  /// Removes and deactivates a nested interactor; does nothing if it is not nested in this
  /// interactor.
  func unnest(_ interactor: any InteractorProtocol)

  /// Updates the formats that come from a locale, also in nested interactors; call it after the user
  /// has chosen another locale or time zone.
  func localeDidChange()
}

extension InteractorProtocol {
  /// Notifies nested interactors.
  public func localeDidChange() {
    for interactor in nested { interactor.localeDidChange() }
  }
}

/// An interactor that can contain other interactors.
///
/// Activation starts with the nested interactors, deactivation starts with this interactor.
/// Subclasses override ``willActivate()``, ``didActivate()`` and ``didDeactivate()``.
open class Interactor: InteractorProtocol {
  private let confinement = Confinement()

  /// Whether the interactor is active; already true in ``didActivate()``.
  public private(set) final var isActive = false
  /// The nested interactors, in order.
  public private(set) final var nested: [any InteractorProtocol] = []
  /// The interactor that contains this interactor.
  public private(set) final weak var parent: Interactor?

  /// Returns the locale of this interactor and of the interactors nested in it; nil for the locale
  /// of the parent.
  ///
  /// Labels and fields follow the locale: the symbols of numbers, the notation of dates, and the
  /// names of Boolean values and choices. Without a locale, they keep their own formats. With
  /// `{ .autoupdatingCurrent }`, they follow the user's locale.
  public final var locale: (() -> Locale)? { didSet { localeDidChange() } }

  /// Returns the time zone of dates with times in labels and fields with a ``locale``; nil for the
  /// time zone of the parent.
  ///
  /// Without a time zone, they are in UTC and in ISO 8601 format.
  public final var timeZone: (() -> TimeZone)? { didSet { localeDidChange() } }

  /// Returns the sentences for a ``locale``; nil for those of the parent, or for the table of the
  /// locale's language.
  ///
  /// The table can also contain display names of choices, by the key `choice.PROPERTY.NAME` or
  /// `choice.NAME`.
  public final var stringTables: ((Locale) -> StringTable)? { didSet { localeDidChange() } }

  /// The sentences for the locale; English without a locale.
  public final var stringTable: StringTable { localeSettings?.table ?? .english }

  final var localeSettings: LocaleSettings? {
    inherited(\.locale).map { locale in
      let locale = locale()
      return LocaleSettings(
        locale, inherited(\.timeZone)?(), inherited(\.stringTables)?(locale))
    }
  }

  private func inherited<Setting>(_ setting: KeyPath<Interactor, Setting?>) -> Setting? {
    self[keyPath: setting] ?? parent?.inherited(setting)
  }

  /// Creates an inactive interactor.
  public init() {}

  /// Activates the nested interactors, then this interactor; does nothing if already active.
  public final func activate() {
    confinement.check()
    guard !isActive, !postpones(activation: true) else { return }
    willActivate()
    for interactor in nested { interactor.activate() }
    isActive = true
    didActivate()
  }

  /// Deactivates this interactor, then the nested interactors; does nothing if not active.
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

  /// Nests another interactor at the end, and activates it if this interactor is active.
  ///
  /// The interactor is removed from its former parent. If it is already nested in this interactor,
  /// it keeps its position.
  ///
  /// - Precondition: the interactor is neither this interactor nor one that contains it.
  public final func nest(_ interactor: any InteractorProtocol) {
    guard !hasNested(interactor) else { return }
    adopt(interactor)
    nested.append(interactor)
    if isActive { interactor.activate() }
  }

  /// Removes and deactivates a nested interactor; does nothing if it is not nested in this
  /// interactor.
  public final func unnest(_ interactor: any InteractorProtocol) {
    guard let index = nested.firstIndex(where: { $0 === interactor }) else { return }
    nested.remove(at: index)
    release(interactor)
  }

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
    interactor.localeDidChange()
  }

  private func release(_ interactor: any InteractorProtocol) {
    (interactor as? Interactor)?.parent = nil
    interactor.deactivate()
  }

  final func checkThread() { confinement.check() }

  /// Notifies nested interactors; labels and fields update their formats.
  open func localeDidChange() {
    for interactor in nested { interactor.localeDidChange() }
  }

  /// Returns whether to defer an activation (or deactivation, if `isWanted` is false), because the
  /// interactor is temporarily inactive.
  func postpones(activation isWanted: Bool) -> Bool { false }

  /// Called before nested interactors are activated; an override can nest more interactors.
  open func willActivate() {}

  /// Called after this interactor and the nested interactors have been activated.
  open func didActivate() {}

  /// Called after this interactor has been deactivated, but before the nested interactors are
  /// deactivated.
  open func didDeactivate() {}
}

extension InteractorProtocol {
  /// The text fields nested at any depth, in order; for a field, the field itself.
  public var fields: [TextFieldInteractor] {
    if let field = self as? TextFieldInteractor { return [field] }
    return nested.flatMap { $0.fields }
  }

  fileprivate func contains(_ other: Interactor) -> Bool {
    self === other || nested.contains { $0.contains(other) }
  }
}

extension Interactor {
  /// The outermost edited form among this interactor and its ancestors.
  var editedForm: FormInteractor? {
    var (form, level): (FormInteractor?, Interactor?) = (nil, self)
    while let interactor = level {
      if let candidate = interactor as? FormInteractor, candidate.isEditing { form = candidate }
      level = interactor.parent
    }
    return form
  }
}

/// Confines an interactor to the thread that created it.
///
/// A task may continue on another thread after each `await`, even on the main actor. Interactors
/// created or used in a task are not checked, because the compiler prevents concurrent access.
private struct Confinement {
  private let thread = Self.isInTask ? nil : pthread_self()

  private static var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }

  func check() {
    guard let thread, pthread_equal(thread, pthread_self()) == 0, !Self.isInTask else { return }
    // Not a precondition, because a release build would not print its message.
    fatalError("an interactor must be used on the thread that created it")
  }
}
