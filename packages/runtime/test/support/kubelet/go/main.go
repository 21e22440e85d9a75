// Serves the streaming endpoints of a kubelet with its own library. Commands run on this machine, as there are no
// containers. Prints its URL, and ends with its stdin.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"time"

	"k8s.io/cri-streaming/pkg/streaming/portforward"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

const timeout = time.Minute

func main() {
	routes := http.NewServeMux()
	routes.HandleFunc("/exec/{namespace}/{pod}/{container}", func(w http.ResponseWriter, r *http.Request) {
		if options := streams(w, r); options != nil {
			remotecommand.ServeExec(w, r, machine{}, r.PathValue("pod"), "", r.PathValue("container"), r.URL.Query()["command"],
				options, timeout, timeout, remotecommand.SupportedStreamingProtocols)
		}
	})
	routes.HandleFunc("/attach/{namespace}/{pod}/{container}", func(w http.ResponseWriter, r *http.Request) {
		if options := streams(w, r); options != nil {
			remotecommand.ServeAttach(w, r, machine{}, r.PathValue("pod"), "", r.PathValue("container"),
				options, timeout, timeout, remotecommand.SupportedStreamingProtocols)
		}
	})
	routes.HandleFunc("/portForward/{namespace}/{pod}", func(w http.ResponseWriter, r *http.Request) {
		options, err := portforward.NewV4Options(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		portforward.ServePortForward(w, r, machine{}, r.PathValue("pod"), "", options, timeout, timeout, portforward.SupportedProtocols)
	})
	server := httptest.NewTLSServer(routes)
	defer server.Close()
	fmt.Println(server.URL)
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func streams(w http.ResponseWriter, r *http.Request) *remotecommand.Options {
	options, err := remotecommand.NewOptions(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return nil
	}
	return options
}

// machine plays the part of every container.
type machine struct{}

func (machine) ExecInContainer(ctx context.Context, _, _, _ string, command []string, in io.Reader, out, stderr io.WriteCloser, tty bool, sizes <-chan remotecommand.TerminalSize, _ time.Duration) error {
	process := exec.CommandContext(ctx, command[0], command[1:]...)
	process.Stdout = out
	// An interface that holds no writer is not nil.
	if stderr != nil {
		process.Stderr = stderr
	}
	if in != nil {
		stdin, err := process.StdinPipe()
		if err != nil {
			return err
		}
		// Not `process.Stdin`: a command may end before its input does.
		go func() {
			_, _ = io.Copy(stdin, in)
			_ = stdin.Close()
		}()
	}
	if tty {
		go func() {
			for size := range sizes {
				_, _ = fmt.Fprintf(out, "%dx%d\n", size.Width, size.Height)
			}
		}()
	}
	return exitOf(process.Run())
}

// AttachContainer returns its input.
func (machine) AttachContainer(_ context.Context, _, _, _ string, in io.Reader, out, _ io.WriteCloser, _ bool, _ <-chan remotecommand.TerminalSize) error {
	_, err := io.Copy(out, in)
	return err
}

func (machine) PortForward(ctx context.Context, _, _ string, port int32, stream io.ReadWriteCloser) error {
	dialer := net.Dialer{}
	connection, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(port))))
	if err != nil {
		return err
	}
	defer connection.Close()
	go func() {
		_, _ = io.Copy(connection, stream)
		_ = connection.Close()
	}()
	_, err = io.Copy(stream, connection)
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

func exitOf(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return utilexec.CodeExitError{Err: err, Code: exit.ExitCode()}
	}
	return err
}
