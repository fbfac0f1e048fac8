/// Opens and leaves screens, and shows what belongs to none: alerts and progress.
///
/// A script, a terminal, a window and a test each have their own.
public protocol Wireframe<Destination>: AnyObject {
  /// What tells which screen to open, as a rule an enumeration with the ids the screens need.
  associatedtype Destination

  /// Opens a screen on top of those that are open.
  func open(_ destination: Destination)

  /// Leaves the screen on top for the one below it.
  func leave()

  /// Shows something that the person has to know, over all screens.
  func alert(_ alert: Alert)

  /// Shows how far something has come, in the place of what was shown of it before.
  func showProgress(_ progress: LoadingProgress)

  /// Ceases to show progress; does nothing if none is shown.
  func hideProgress()

  /// Whether the person does not want to wait any longer; asked between two steps.
  var isCancelled: Bool { get }
}

/// Something that a person has to know before going on.
public struct Alert: Hashable, Sendable {
  /// What has happened.
  public var message: String
  /// What may help.
  public var hint: String?

  /// Makes an alert.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// How far something has come that takes time.
public struct LoadingProgress: Hashable, Sendable {
  /// What is being loaded, such as `reviews`.
  public var what: String
  /// How many steps of it are done.
  public var done: Int
  /// How many steps there are; nil where that is not known.
  public var total: Int?

  /// Makes the account of a progress.
  public init(_ what: String, done: Int, of total: Int? = nil) {
    self.what = what
    self.done = done
    self.total = total
  }
}
