// Command measure runs a program and says what it cost.
//
//	measure <report file> <program> [argument…]
//
// The report is one JSON object. CPU time is that of the program and of every child it waited for; peak
// memory is that of the largest single process among them. Node cannot ask the system this of a child,
// and a small process in between keeps the memory of whoever measures out of the figure.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

type report struct {
	WallMs     float64 `json:"wallMs"`
	CpuMs      float64 `json:"cpuMs"`
	PeakRssMiB float64 `json:"peakRssMiB"`
}

func main() {
	if len(os.Args) < 3 {
		fail(errors.New("usage: measure <report file> <program> [argument…]"))
	}
	command := exec.Command(os.Args[2], os.Args[3:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr

	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)

	started := time.Now()
	if err := command.Start(); err != nil {
		fail(err)
	}
	go func() {
		for received := range signals {
			_ = command.Process.Signal(received)
		}
	}()
	err := command.Wait()
	wall := time.Since(started)

	usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		fail(errors.New("this system does not say what a process used"))
	}
	content, encodingError := json.Marshal(report{
		WallMs:     milliseconds(wall),
		CpuMs:      milliseconds(command.ProcessState.UserTime() + command.ProcessState.SystemTime()),
		PeakRssMiB: float64(usage.Maxrss) / maxRssUnitsPerMiB,
	})
	if encodingError != nil {
		fail(encodingError)
	}
	if err := os.WriteFile(os.Args[1], content, 0o644); err != nil {
		fail(err)
	}
	if err != nil {
		os.Exit(max(command.ProcessState.ExitCode(), 1))
	}
}

func milliseconds(duration time.Duration) float64 {
	return float64(duration.Microseconds()) / 1000
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(125)
}
