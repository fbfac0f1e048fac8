public import Interactors

/// Loads together all that a screen needs, such as a show and its reviews, from an id.
///
/// ```swift
/// let loading = LoadingInteractor<RecordID, ShowModel> { id, step in
///   try step(LoadingProgress("show", done: 0, of: 2))
///   let show = try store.show(id)
///   try step(LoadingProgress("reviews", done: 1, of: 2))
///   return ShowModel(show, try store.reviews(of: id))
/// }
/// ```
public final class LoadingInteractor<ID, Model>: Interactor {
  /// Shows a progress; throws `CancellationError` where the person does not want to wait.
  public typealias Step = (LoadingProgress) throws -> Void

  /// What has become of a loading.
  public enum Outcome {
    case loaded(Model)
    /// It has failed, and the person knows it.
    case failed(any Error)
    /// The person did not want to wait.
    case cancelled
  }

  /// How an error is told in an alert; without it by its description.
  public var alert: (any Error) -> Alert = { Alert("\($0)") }
  private let body: (ID, Step) throws -> Model

  /// Makes an interactor of a closure, which calls `step` before each thing it loads.
  public init(_ body: @escaping (ID, Step) throws -> Model) {
    self.body = body
  }

  /// Loads, showing the progress through a wireframe.
  ///
  /// The progress is hidden whatever happens, and before an error is shown in an alert.
  public func load(_ id: ID, through wireframe: some Wireframe) -> Outcome {
    let outcome = outcome(id, wireframe)
    wireframe.hideProgress()
    if case .failed(let error) = outcome { wireframe.alert(alert(error)) }
    return outcome
  }

  private func outcome(_ id: ID, _ wireframe: some Wireframe) -> Outcome {
    do {
      return .loaded(
        try body(id) { progress in
          wireframe.showProgress(progress)
          if wireframe.isCancelled { throw CancellationError() }
        })
    } catch is CancellationError {
      return .cancelled
    } catch {
      return .failed(error)
    }
  }
}
